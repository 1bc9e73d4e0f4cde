package dev.ductile.scenario.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.NodeId;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.text.InputException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The import of a real cluster of Slurm 22.05, and of what other releases write. */
final class SlurmImportTest {
  private static final double MEBIBYTE = 1 << 20;

  @TempDir private Path folder;

  private static ClusterImport real() {
    return Imports.sample("slurm-nodes.json", "slurm-jobs.json");
  }

  @Test
  void nodesHaveTypesLabelsAndStatesOfSlurm() {
    Cluster cluster = Imports.cluster(real());

    var gpu1 = cluster.nodes().find(new NodeId("gpu1")).orElseThrow();
    assertThat(gpu1.capacity().amounts())
        .isEqualTo(Map.of("cpu", 32.0, "gpu", 4.0, "memory", 256_000 * MEBIBYTE));
    assertThat(gpu1.device().type()).isEqualTo("a100");
    assertThat(gpu1.labels().values()).containsEntry("partition/train", "true");
    assertThat(cluster.settings().drained()).containsOnlyKeys(new NodeId("gpu4"));
    assertThat(real().state().get("down").toString()).isEqualTo("[\"cpu2\"]");
  }

  @Test
  void runningJobHasOneWorkerForEachOfItsNodesAndItsTimes() {
    Job resnet = Imports.job(Imports.cluster(real()), "resnet-1");

    assertThat(resnet.allocation().size()).isEqualTo(Size.workers(2));
    assertThat(resnet.allocation().shares())
        .contains(new Allocation.Share(new NodeId("gpu2"), Size.workers(1)));
    assertThat(resnet.spec().demand().worker().amounts())
        .isEqualTo(Map.of("cpu", 8.0, "gpu", 4.0, "memory", 64_000 * MEBIBYTE));
    assertThat(resnet.spec().demand().device().type()).isEqualTo("a100");
    assertThat(resnet.spec().demand().labels().values())
        .isEqualTo(Map.of("nvlink", "true", "partition/train", "true"));
    assertThat(resnet.spec().owner()).isEqualTo("ann");
    assertThat(resnet.spec().queue()).isEqualTo("train");
    assertThat(resnet.submitted()).isEqualTo(Instant.parse("2026-11-23T19:06:19Z"));
    Duration ran = Duration.between(Instant.parse("2026-11-23T19:06:20Z"), resnetTime());
    assertThat(resnet.stepsAt(resnetTime())).isCloseTo((double) ran.toSeconds(), within());
    assertThat(resnet.spec().work().steps()).isEqualTo(12 * 3600);
  }

  private static org.assertj.core.data.Offset<Double> within() {
    return org.assertj.core.data.Offset.offset(1.0);
  }

  private static Instant resnetTime() {
    return Imports.cluster(real()).now();
  }

  @Test
  void arraysHetJobsHeldJobsAndJobsOfSeveralSizesAreWhatSlurmKnows() {
    Cluster cluster = Imports.cluster(real());

    assertThat(Imports.job(cluster, "tune-2_1").allocation().size()).isEqualTo(Size.workers(1));
    assertThat(Imports.job(cluster, "tune-2_3").manualOverride().held()).isTrue();
    assertThat(Imports.job(cluster, "tune-2_6").manualOverride().held()).isTrue();
    for (String held : List.of("paused-6", "nightly-7", "eval-8")) {
      assertThat(Imports.job(cluster, held).manualOverride().held()).as(held).isTrue();
    }
    Job bert = Imports.job(cluster, "bert-5");
    assertThat(bert.manualOverride().held()).isFalse();
    assertThat(bert.spec().bounds().workers()).isEqualTo(Range.between(2, 4));
    assertThat(bert.spec().demand().worker().amounts())
        .isEqualTo(Map.of("cpu", 8.0, "gpu", 2.0, "memory", 16_000 * MEBIBYTE));
    assertThat(Imports.job(cluster, "coupled-10").spec().gang().members()).isEqualTo(2);
    assertThat(Imports.job(cluster, "coupled-11").spec().gang())
        .isEqualTo(Imports.job(cluster, "coupled-10").spec().gang());
  }

  @Test
  void remarksSayWhatWasAssumedOrLeftOut() {
    assertThat(real().remarks())
        .anyMatch(line -> line.contains("priorities are left out"))
        .anyMatch(line -> line.contains("no time limit") && line.contains("service-4"))
        .anyMatch(line ->
            line.contains("the job is held until its dependency") && line.contains("eval-8"))
        .anyMatch(line -> line.contains("several sizes") && line.contains("bert-5"))
        .anyMatch(line -> line.contains("take its whole time limit") && line.contains("resnet-1"));
  }

  @Test
  void elasticJobsKeepTheTimeOfTheirLimitAtTheirOwnSize() {
    ClusterImport read =
        Imports.read(
            Imports.elastic(),
            Imports.SAMPLES.resolve("slurm-nodes.json"),
            Imports.SAMPLES.resolve("slurm-jobs.json"));
    Cluster cluster = Imports.cluster(read);
    Job resnet = Imports.job(cluster, "resnet-1");

    double left = resnet.spec().work().steps() - resnet.stepsAt(cluster.now());
    double seconds = left / resnet.speed().stepsPerSecond(resnet.allocation());
    Job rigid = Imports.job(Imports.cluster(real()), "resnet-1");
    assertThat(resnet.allocation().size()).isEqualTo(Size.workers(8));
    assertThat(Imports.job(cluster, "bert-5").spec().bounds().workers().allowed())
        .containsExactly(4, 6, 8);
    assertThat(resnet.spec().bounds().workers().max()).isEqualTo(8);
    assertThat(resnet.spec().bounds().workers().min()).isEqualTo(1);
    assertThat(seconds)
        .isCloseTo(rigid.spec().work().steps() - rigid.stepsAt(cluster.now()), within());
    assertThat(read.remarks())
        .anyMatch(line -> line.contains("may change their sizes"))
        .anyMatch(line -> line.contains("number of nodes of the job is ignored"));
  }

  @Test
  void onePipeCarriesTheNodesAndTheJobs() {
    String both =
        """
        {"nodes": [{"name": "a", "cpus": 4, "real_memory": 100, "state": ["IDLE"]}]}
        {"jobs": [{"job_id": 7, "job_state": ["PENDING"], "submit_time": {"set": true, "infinite": false, "number": 100},
          "priority": {"set": true, "infinite": false, "number": 70000}, "cpus": 2, "tres_req_str": "cpu=2,mem=1G"}]}
        """;

    Job job = Imports.job(Imports.cluster(Imports.texts(folder, both)), "job-7");

    assertThat(job.spec().priority()).isEqualTo(70_000);
    assertThat(job.spec().demand().worker().amount(Resources.MEMORY)).isEqualTo(512 * MEBIBYTE);
  }

  @Test
  void slicesOfGpusAreResourcesOfTheirOwnOnNodesWithSeveral() {
    String nodes =
        """
        {"nodes": [{"name": "m", "cpus": 8, "state": "MIXED", "alloc_cpus": 1, "gres": "gpu:1g.5gb:4(S:0),gpu:3g.20gb:1",
           "gres_used": "gpu:1g.5gb:1(IDX:2)"}]}
        """;
    String jobs =
        """
        {"jobs": [
          {"job_id": 1, "job_state": "RUNNING", "submit_time": 50, "start_time": 60, "nodes": "m", "cpus": 1, "priority": 1,
           "tres_alloc_str": "cpu=1", "tres_per_node": "gres/gpu:1g.5gb:1", "gres_detail": ["gpu:1g.5gb:1(IDX:2)"]},
          {"job_id": 2, "job_state": "PENDING", "submit_time": 70, "cpus": 1, "priority": 1, "tres_per_node": "gres/gpu:3g.20gb"}]}
        """;

    Cluster cluster = Imports.cluster(Imports.texts(folder, nodes, jobs));

    assertThat(cluster.nodes().get(0).capacity().amounts())
        .containsEntry("gpu", 5.0)
        .containsEntry("gpu:1g.5gb", 4.0)
        .containsEntry("gpu:3g.20gb", 1.0);
    assertThat(Imports.job(cluster, "job-1").spec().demand().worker().amounts())
        .isEqualTo(Map.of("cpu", 1.0, "gpu", 1.0, "gpu:1g.5gb", 1.0));
    assertThat(Imports.job(cluster, "job-2").spec().demand().worker().amounts())
        .isEqualTo(Map.of("cpu", 1.0, "gpu", 1.0, "gpu:3g.20gb", 1.0));
  }

  @Test
  void mistakesNameTheFileTheLineAndThePath() {
    assertThatThrownBy(() -> Imports.texts(folder, "JOBID PARTITION NAME\n"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("file-0.json:1:")
        .hasMessageContaining("squeue --json");
    assertThatThrownBy(() -> Imports.texts(folder, "{\"nodes\": [\n {\"name\": \"a\","))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("file-0.json:2:");
    assertThatThrownBy(
            () -> Imports.texts(folder, "{\"nodes\": [\n{\"name\": \"a\", \"cpus\": \"many\"}]}"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("file-0.json:2: nodes[0].cpus must be a number, not \"many\"");
    assertThatThrownBy(
            () -> Imports.texts(folder, "{\"nodes\": [{\"name\": \"a\", \"gres\": \"gpu=x\"}]}"))
        .hasMessageContaining("nodes[0].gres must be a list of resources such as");
    assertThatThrownBy(() -> Imports.texts(folder, "{\"jobs\": []}"))
        .hasMessageContaining("no node in the input");
    assertThatThrownBy(() -> Imports.texts(folder, "")).hasMessageContaining("the file is empty");
    assertThatThrownBy(() ->
            Imports.texts(
                folder,
                "{\"nodes\": [], \"errors\": [{\"description\": \"Unable to contact slurm controller\"}]}"))
        .hasMessageContaining("Slurm reported: Unable to contact slurm controller");
    assertThatThrownBy(() -> Imports.texts(folder, "{\"nodes\": " + "[".repeat(5000)))
        .isInstanceOf(InputException.class);
  }

  private static final String TWO_NODES =
      """
      {"nodes": [{"name": "a", "cpus": 8, "state": "MIXED", "gres": "gpu:4", "alloc_cpus": 2, "gres_used": "gpu:2"},
        {"name": "b", "cpus": 8, "state": "MIXED", "gres": "gpu:4", "alloc_cpus": 2, "gres_used": "gpu:1"}]}
      """;

  private static String jobs(String... jobs) {
    return "{\"jobs\": [%s]}".formatted(String.join(", ", jobs));
  }

  private static String pending(int id, String more) {
    return """
    {"job_id": %d, "job_state": "PENDING", "submit_time": 50, "cpus": 1%s}
    """
        .formatted(id, more);
  }

  @Test
  void shortenedListOfTasksEndsAtItsLastComma() {
    ClusterImport read =
        Imports.texts(
            folder,
            TWO_NODES,
            jobs(
                pending(7, ", \"array_job_id\": 7, \"array_task_string\": \"0,2,5,103-...\""),
                pending(8, ", \"array_job_id\": 8, \"array_task_string\": \"[1,10...%2]\"")));

    assertThat(Imports.cluster(read).jobs().stream().map(job -> job.id().name()))
        .containsExactlyInAnyOrder("job-7_0", "job-7_2", "job-7_5", "job-8_1");
    assertThat(read.remarks()).anyMatch(line -> line.contains("shortened the list"));
    assertThatThrownBy(() ->
            Imports.texts(
                folder,
                TWO_NODES,
                jobs(pending(7, ", \"array_job_id\": 7, \"array_task_string\": \"1-x\""))))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("jobs[0].array_task_string");
  }

  @Test
  void jobListedTwiceCountsOnceAndItsGpusStayWhole() {
    String job =
        """
        {"job_id": 1, "job_state": "RUNNING", "submit_time": 50, "start_time": 60, "nodes": "a,b", "cpus": 3, "priority": 1,
         "tres_alloc_str": "cpu=3,gres/gpu=3"}
        """;

    ClusterImport read = Imports.texts(folder, TWO_NODES, jobs(job), jobs(job));
    Cluster cluster = Imports.cluster(read);

    Job only = Imports.job(cluster, "job-1");
    assertThat(cluster.jobs()).hasSize(1);
    assertThat(only.allocation().shares())
        .containsExactlyInAnyOrder(
            new Allocation.Share(new NodeId("a"), Size.workers(2)),
            new Allocation.Share(new NodeId("b"), Size.workers(1)));
    assertThat(only.spec().demand().worker().amount("gpu")).isEqualTo(1);
    assertThat(cluster.nodes().get(0).capacity().amount("gpu")).isEqualTo(4);
  }

  @Test
  void priorityZeroHoldsAJobAndAMissingPriorityDoesNot() {
    ClusterImport read =
        Imports.texts(
            folder,
            TWO_NODES,
            jobs(
                pending(1, ", \"priority\": 0, \"state_reason\": \"Dependency\""),
                pending(2, ""),
                pending(3, ", \"priority\": 0")));
    Cluster cluster = Imports.cluster(read);

    assertThat(Imports.job(cluster, "job-1").manualOverride().held()).isTrue();
    assertThat(Imports.job(cluster, "job-2").manualOverride().held()).isFalse();
    assertThat(Imports.job(cluster, "job-3").manualOverride().held()).isTrue();
    assertThat(read.remarks())
        .contains(
            "the job is held until its dependency or its begin time (1 job: job-1)",
            "the job is held by a user or an administrator (1 job: job-3)");
  }

  @Test
  void remarkNamesASubjectOnce() {
    var remarks = new Remarks();

    List.of("a", "a", "b").forEach(job -> remarks.job("late", job));

    assertThat(remarks.lines()).containsExactly("late (2 jobs: a, b)");
  }
}
