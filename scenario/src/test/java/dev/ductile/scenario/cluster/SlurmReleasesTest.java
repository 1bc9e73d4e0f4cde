package dev.ductile.scenario.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.Range;
import dev.ductile.api.Size;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One cluster in the forms of several releases of Slurm. From 23.02 on, numbers are groups {@code
 * {set, infinite, number}}; from 23.11 on, so are times, and the state of a job is a list; from
 * 24.05 on, the shares of nodes have other keys.
 */
final class SlurmReleasesTest {
  private static final double MEBIBYTE = 1 << 20;

  @TempDir private Path folder;

  /** The forms of a release: how it writes a number, a time and the state of a job. */
  private enum Release {
    R22_05,
    R23_02,
    R23_11,
    R24_05;

    private String number(long number) {
      return this == R22_05 ? Long.toString(number) : group(number);
    }

    private String time(long seconds) {
      return compareTo(R23_11) < 0 ? Long.toString(seconds) : group(seconds);
    }

    private static String group(long number) {
      return "{\"set\": true, \"infinite\": false, \"number\": %d}".formatted(number);
    }

    private String none() {
      return this == R22_05 ? "null" : "{\"set\": false, \"infinite\": false, \"number\": 0}";
    }

    private String unlimited() {
      return this == R22_05 ? "null" : "{\"set\": false, \"infinite\": true, \"number\": 0}";
    }

    private String state(String state) {
      return (compareTo(R23_11) < 0 ? "\"%s\"" : "[\"%s\"]").formatted(state);
    }

    private String gres(String amount) {
      return (this == R24_05 ? "gres/" : "gres:") + amount;
    }

    private String shares() {
      return this == R24_05
          ? """
          {"select_type": ["CORE"], "cpus": 16, "threads_per_core": {"set": false, "infinite": false, "number": 0},
            "nodes": {"count": 2, "select_type": ["ONE_ROW"], "list": "n[1-2]", "whole": false, "allocation": [
            {"index": 0, "name": "n1", "cpus": {"count": 8, "used": 0}, "memory": {"used": 0, "allocated": 64000}, "sockets": []},
            {"index": 1, "name": "n2", "cpus": {"count": 8, "used": 0}, "memory": {"used": 0, "allocated": 64000}, "sockets": []}]}}
          """
          : """
          {"nodes": "n[1-2]", "allocated_cpus": 0, "allocated_hosts": 2, "allocated_nodes": [
            {"nodename": "n1", "cpus_used": 0, "memory_used": 0, "memory_allocated": 64000, "sockets": {"0": {"cores": {%1$s}}}},
            {"nodename": "n2", "cpus_used": 0, "memory_used": 0, "memory_allocated": 64000, "sockets": {"0": {"cores": {%1$s}}}}]}
          """
              .formatted(
                  "\"0\": \"allocated\", \"1\": \"allocated\", \"2\": \"allocated\", \"3\": \"allocated\"");
    }

    /** A job; {@code more} are its own keys. */
    private String job(long id, String state, String limit, String more) {
      return """
      {"job_id": %d, "name": "net", "user_name": "ann", "partition": "main", "job_state": %s, "state_reason": "None",
        "array_job_id": %s, "array_task_id": %s, "array_max_tasks": %s, "array_task_string": "", "het_job_id": %s,
        "submit_time": %s, "pre_sus_time": %s, "last_sched_evaluation": %s, "priority": %s, "time_limit": %s,
        "tasks_per_node": %s, "minimum_cpus_per_node": %s, "memory_per_node": %s, "memory_per_cpu": %s,
        "required_nodes": "", "excluded_nodes": "", "licenses": "", "resv_name": "", "features": "",
        "shared": %s, %s}
      """
          .formatted(
              id,
              state(state),
              number(0),
              none(),
              number(0),
              number(0),
              time(1_700_000_000),
              time(0),
              time(1_700_003_600),
              number(4_000_000),
              limit,
              number(1),
              number(8),
              number(64_000),
              none(),
              this == R22_05 ? "null" : "[]",
              more);
    }

    String squeue() {
      String running =
          """
          "cpus": %s, "node_count": %s, "max_nodes": %s, "tasks": %s, "nodes": "n[1-2]", "start_time": %s,
          "tres_per_node": "%s", "gres_detail": ["gpu:a100:4(IDX:0-3)", "gpu:a100:4(IDX:0-3)"],
          "tres_req_str": "cpu=16,mem=125G,node=2", "tres_alloc_str": "cpu=16,mem=128000M,node=2", "job_resources": %s
          """
              .formatted(
                  number(16),
                  number(2),
                  number(0),
                  number(2),
                  time(1_700_000_100),
                  gres("gpu:a100:4"),
                  shares());
      String waiting =
          """
          "cpus": %s, "node_count": %s, "max_nodes": %s, "tasks": %s, "nodes": "", "start_time": %s,
          "tres_per_node": "%s", "tres_req_str": "cpu=16,mem=128000M,node=2", "tres_alloc_str": ""
          """
              .formatted(number(16), number(2), number(3), number(2), time(0), gres("gpu:2"));
      return """
      {"meta": {}, "jobs": [%s, %s], "last_update": %s, "errors": [], "warnings": []}
      """
          .formatted(
              job(1, "RUNNING", number(720), running),
              job(2, "PENDING", unlimited(), waiting),
              time(1_700_003_600));
    }

    String nodes() {
      String state = this == R22_05 ? "\"mixed\"" : "[\"MIXED\"]";
      String one =
          """
          {"name": "%%s", "cpus": 32, "real_memory": 256000, "state": %s, "alloc_cpus": 8, "alloc_memory": 64000,
            "gres": "gpu:a100:4(S:0-1)", "gres_used": "gpu:a100:4(IDX:0-3)", "partitions": ["main"], "last_busy": %s}
          """
              .formatted(state, time(1_700_003_500));
      return "{\"nodes\": [%s, %s]}".formatted(one.formatted("n1"), one.formatted("n2"));
    }
  }

  private ObjectNode state(Release release) {
    return Imports.texts(folder, release.nodes(), release.squeue()).state();
  }

  @Test
  void allReleasesSayTheSameState() {
    for (Release release : Release.values()) {
      assertThat(state(release)).as(release.name()).isEqualTo(state(Release.R22_05));
    }
  }

  @Test
  void newestFormHasTheTimesAndTheNumbersOfTheJobs() {
    Cluster cluster =
        Imports.cluster(Imports.texts(folder, Release.R24_05.nodes(), Release.R24_05.squeue()));

    Job runs = Imports.job(cluster, "net-1");
    assertThat(cluster.now()).isEqualTo(Instant.ofEpochSecond(1_700_003_600));
    assertThat(runs.allocation().size()).isEqualTo(Size.workers(2));
    assertThat(runs.spec().demand().worker().amounts())
        .isEqualTo(Map.of("cpu", 8.0, "gpu", 4.0, "memory", 64_000 * MEBIBYTE));
    assertThat(runs.spec().work().steps()).isEqualTo(12 * 3600);
    assertThat(runs.spec().priority()).isEqualTo(4_000_000);
    assertThat(Imports.job(cluster, "net-2").spec().bounds().workers())
        .isEqualTo(Range.between(2, 3));
  }

  @Test
  void conditionsMayBeTextsOrLists() {
    String nodes = Release.R24_05.nodes();
    String jobs =
        """
        {"jobs": [{"job_id": 5, "job_state": ["PENDING"], "submit_time": 50, "cpus": 1, "required_nodes": "n1",
          "excluded_nodes": ["n2"], "exclusive": ["true"], "shared": ["none"]}]}
        """;

    assertThat(Imports.texts(folder, nodes, jobs).remarks())
        .contains(
            "the wish for named nodes is ignored, because a state cannot express it (1 job: job-5)",
            "the wish for excluded nodes is ignored, because a state cannot express it (1 job: job-5)",
            "the wish for whole nodes (--exclusive) is ignored, because a state cannot express it (1 job: job-5)");
  }
}
