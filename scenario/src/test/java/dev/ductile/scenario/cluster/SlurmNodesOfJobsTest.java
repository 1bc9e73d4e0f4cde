package dev.ductile.scenario.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Job;
import dev.ductile.api.NodeId;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The numbers of nodes that jobs of Slurm ask for, in the fields of release 22.05. */
final class SlurmNodesOfJobsTest {
  private static final double GIBIBYTE = 1L << 30;

  private static final String NODES =
      """
      {"nodes": [{"name": "n1", "cpus": 16, "real_memory": 60000, "state": "MIXED", "gres": "gpu:a100:4"},
        {"name": "n2", "cpus": 16, "real_memory": 60000, "state": "MIXED", "gres": "gpu:a100:4"}]}
      """;

  @TempDir private Path folder;

  private ClusterImport read(String job) {
    String jobs =
        """
        {"jobs": [{"job_id": 2, "name": "net", "submit_time": 50, "priority": 1, %s}]}
        """
            .formatted(job);
    return Imports.texts(folder, NODES, jobs);
  }

  private ClusterImport waiting(String job) {
    return read("\"job_state\": \"PENDING\", " + job);
  }

  private ClusterImport waitingForTwoNodes(String job) {
    return waiting("\"node_count\": 2, \"max_nodes\": 2, " + job);
  }

  private Job runningOnTwoNodes(String job) {
    return job(
        read(
            """
            "job_state": "RUNNING", "start_time": 60, "nodes": "n[1-2]", "node_count": 2, %s
            """
                .formatted(job)));
  }

  private static Job job(ClusterImport read) {
    return Imports.job(Imports.cluster(read), "net-2");
  }

  private static Range workers(ClusterImport read) {
    return job(read).spec().bounds().workers();
  }

  private static Resources worker(Job job) {
    return job.spec().demand().worker();
  }

  @Test
  void workerOfAJobOnTwoNodesIsItsShareOfOneNode() {
    ClusterImport read =
        waitingForTwoNodes(
            """
            "tasks": 4, "tasks_per_node": 2, "cpus": 4,
            "minimum_cpus_per_node": 2, "tres_per_node": "gres:gpu:2", "tres_req_str": "cpu=4,mem=16G,node=2,billing=4"
            """);

    assertThat(workers(read)).isEqualTo(Range.exactly(2));
    assertThat(worker(job(read)).amounts())
        .isEqualTo(Map.of("cpu", 2.0, "gpu", 2.0, "memory", 8 * GIBIBYTE));
    assertThat(read.remarks())
        .contains(
            "the job asks for several nodes, so a worker is its share of one node; a policy may give a node two of its workers, Slurm does not (1 job: net-2)");
  }

  @Test
  void jobWithATaskForEachNodeHasAWorkerForEach() {
    ClusterImport read =
        waitingForTwoNodes(
            """
            "tasks": 2, "tasks_per_node": 0, "cpus": 8,
            "minimum_cpus_per_node": 4, "tres_req_str": "cpu=8,mem=8G,node=2"
            """);

    assertThat(workers(read)).isEqualTo(Range.exactly(2));
    assertThat(worker(job(read)).amounts()).isEqualTo(Map.of("cpu", 4.0, "memory", 4 * GIBIBYTE));
  }

  @Test
  void shareOfAWholeNodeFitsOnceOnly() {
    ClusterImport read =
        waitingForTwoNodes(
            """
            "tasks": 8, "tasks_per_node": 4, "cpus": 8,
            "tres_per_node": "gres:gpu:a100:4", "tres_req_str": "cpu=8,mem=60G,node=2,billing=8"
            """);

    assertThat(worker(job(read)).amount("gpu")).isEqualTo(4);
    assertThat(read.remarks())
        .contains(
            "the job asks for several nodes, so a worker is its share of one node (1 job: net-2)");
  }

  @Test
  void oneTaskStaysOnOneNode() {
    ClusterImport waiting =
        waiting(
            """
            "node_count": 1, "max_nodes": 0, "tasks": 1, "tasks_per_node": 0, "cpus": 8,
            "tres_per_node": "gres:gpu:4", "tres_req_str": "cpu=8,mem=20G,node=1"
            """);
    ClusterImport several =
        waiting(
            """
            "node_count": 1, "max_nodes": 0, "tasks": 4, "cpus": 4, "tres_per_task": "gres:gpu:1",
            "tres_req_str": "cpu=4,mem=4G,node=1"
            """);

    assertThat(workers(waiting)).isEqualTo(Range.exactly(1));
    assertThat(worker(job(waiting)).amounts())
        .isEqualTo(Map.of("cpu", 8.0, "gpu", 4.0, "memory", 20 * GIBIBYTE));
    assertThat(workers(several)).isEqualTo(Range.exactly(4));
    assertThat(worker(job(several)).amount("gpu")).isEqualTo(1);
  }

  @Test
  void gpusOfTheWholeJobMayBeOnSeveralNodesUnlessItAsksForOne() {
    String job =
        """
        "node_count": 1, "max_nodes": %d, "tasks": 1, "cpus": 8, "tres_per_job": "gres:gpu:8",
        "tres_req_str": "cpu=8,mem=8G,node=1"
        """;

    assertThat(workers(waiting(job.formatted(0)))).isEqualTo(Range.exactly(8));
    assertThat(workers(waiting(job.formatted(1)))).isEqualTo(Range.exactly(1));
  }

  @Test
  void nodesWithoutATaskOrAnAmountOnEachAreNoted() {
    ClusterImport read =
        waitingForTwoNodes(
            """
            "tasks": 6, "tasks_per_node": 0, "cpus": 6,
            "tres_per_job": "gres:gpu:6", "tres_req_str": "cpu=6,mem=6G,node=2"
            """);

    assertThat(workers(read)).isEqualTo(Range.exactly(6));
    assertThat(read.remarks())
        .contains(
            "the number of nodes of the job is ignored: its workers are single GPUs or processors, on any number of nodes (1 job: net-2)");
  }

  @Test
  void runningJobKeepsTheUseOfItsNodes() {
    Job running =
        runningOnTwoNodes(
            """
            "tasks": 4, "tasks_per_node": 2, "cpus": 8, "tres_per_node": "gres:gpu:2",
            "gres_detail": ["gpu:a100:2(IDX:0-1)", "gpu:a100:2(IDX:2-3)"], "tres_alloc_str": "cpu=8,mem=16G,node=2"
            """);

    assertThat(running.allocation().shares())
        .containsExactlyInAnyOrder(
            new Allocation.Share(new NodeId("n1"), Size.workers(1)),
            new Allocation.Share(new NodeId("n2"), Size.workers(1)));
    assertThat(worker(running).amounts())
        .isEqualTo(Map.of("cpu", 4.0, "gpu", 2.0, "memory", 8 * GIBIBYTE));
  }

  @Test
  void unevenGpusStaySingleWorkers() {
    Job running =
        runningOnTwoNodes(
            """
            "tasks": 3, "tasks_per_node": 2, "cpus": 3, "gres_detail": ["gpu:a100:2(IDX:0-1)", "gpu:a100:1(IDX:2)"],
            "tres_alloc_str": "cpu=3,mem=3G,node=2"
            """);

    assertThat(running.allocation().size()).isEqualTo(Size.workers(3));
  }
}
