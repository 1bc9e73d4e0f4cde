package dev.ductile.scenario.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Queue;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The quotas of queues from objects ResourceQuota of Kubernetes. */
final class NamespaceQuotasTest {
  private static final String NODE =
      """
      {"kind": "Node", "metadata": {"name": "n"}, "status": {"allocatable": {"cpu": "64", "memory": "256Gi", "nvidia.com/gpu": "8"},
        "conditions": [{"type": "Ready", "status": "True"}]}}
      """;

  @TempDir private Path folder;

  private static String pod(String name, String kind, String node, String requests) {
    return """
    {"kind": "Pod", "metadata": {"name": "%s", "namespace": "team", "ownerReferences": [{"kind": "%s", "name": "own-%s", "controller": true}]},
      "status": {"phase": "%s"}, "spec": {%s "containers": [{"resources": {"requests": {%s}}}]}}
    """
        .formatted(
            name,
            kind,
            name,
            node.isEmpty() ? "Pending" : "Running",
            node.isEmpty() ? "" : "\"nodeName\": \"%s\",".formatted(node),
            requests);
  }

  private static String quota(String name, String spec) {
    return """
    {"kind": "ResourceQuota", "metadata": {"name": "%s", "namespace": "team"}, "spec": {%s}}
    """
        .formatted(name, spec);
  }

  private static List<Queue> queues(ClusterImport read) {
    return Imports.cluster(read).settings().queues();
  }

  @Test
  void servicesTakeQuotaFromTheJobsOfTheirNamespace() {
    ClusterImport read =
        Imports.texts(
            folder,
            NODE,
            pod("net", "Job", "n", "\"cpu\": 4, \"nvidia.com/gpu\": 1"),
            pod("waits", "Job", "", "\"cpu\": 8, \"nvidia.com/gpu\": 2"),
            pod("web", "ReplicaSet", "n", "\"cpu\": 3"),
            quota(
                "q",
                "\"hard\": {\"requests.cpu\": \"32\", \"requests.nvidia.com/gpu\": 4, \"pods\": 9}"));

    assertThat(queues(read)).extracting(Queue::name).containsExactly("team");
    assertThat(queues(read).getFirst().quota().amounts())
        .isEqualTo(Map.of("cpu", 29.0, "gpu", 4.0));
    assertThat(Imports.job(Imports.cluster(read), "team/own-net").spec().queue()).isEqualTo("team");
    assertThat(read.remarks())
        .anyMatch(line -> line.startsWith("the quota of a namespace is the rest"));
  }

  @Test
  void quotaForSomePodsOnlyAndLimitsAreNoted() {
    ClusterImport read =
        Imports.texts(
            folder,
            NODE,
            quota("best", "\"hard\": {\"cpu\": 1}, \"scopes\": [\"BestEffort\"]"),
            quota("limits", "\"hard\": {\"limits.cpu\": 1}"));

    assertThat(queues(read)).isEmpty();
    assertThat(read.remarks())
        .contains(
            "the quota is ignored, because it is for some pods of its namespace only (1 ResourceQuota: team/best)",
            "its hard limits for limits.cpu and limits.memory are ignored, because jobs are sized by their requests (1 ResourceQuota: team/limits)");
  }

  @Test
  void clusterQueueOfTheSameNameStands() {
    String queue =
        """
        {"kind": "ClusterQueue", "metadata": {"name": "team"}, "spec": {"resourceGroups": [{"flavors": [{"name": "f",
          "resources": [{"name": "nvidia.com/gpu", "nominalQuota": 8}]}]}]}}
        """;

    ClusterImport read =
        Imports.texts(
            folder, NODE, queue, quota("q", "\"hard\": {\"requests.nvidia.com/gpu\": 4}"));

    assertThat(queues(read)).hasSize(1);
    assertThat(queues(read).getFirst().quota().amount("gpu")).isEqualTo(8);
    assertThat(read.remarks())
        .contains(
            "the quota of the namespace is ignored, because a ClusterQueue has the same name (1 namespace: team)");
  }
}
