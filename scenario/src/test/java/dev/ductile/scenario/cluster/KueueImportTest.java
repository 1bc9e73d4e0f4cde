package dev.ductile.scenario.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.NodeId;
import dev.ductile.api.Queue;
import dev.ductile.api.Size;
import dev.ductile.text.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The import of workloads and quotas of Kueue, with nodes and without them. */
final class KueueImportTest {
  private static final String NODE =
      """
      {"kind": "Node", "metadata": {"name": "n", "labels": {"type": "a100"}}, "status": {"allocatable": {"cpu": "64", "memory": "256Gi",
        "nvidia.com/gpu": "8"}, "conditions": [{"type": "Ready", "status": "True"}]}}
      """;

  private static final String POD =
      """
      {"kind": "Pod", "metadata": {"name": "net-0", "namespace": "vision", "ownerReferences": [{"kind": "Job", "name": "net", "controller": true}]},
        "status": {"phase": "Running", "startTime": "2026-03-01T12:01:00Z"},
        "spec": {"nodeName": "n", "priority": 5, "containers": [{"resources": {"requests": {"cpu": "8", "nvidia.com/gpu": "1"}}}]}}
      """;

  @TempDir private Path folder;

  private static Path sample() {
    return Imports.SAMPLES.resolve("kueue.json");
  }

  private static ClusterImport alone() {
    return Imports.read(Imports.settings(Optional.empty()), sample());
  }

  @Test
  void flavorsAreNodesWithTheQuotasOfAllQueues() {
    Cluster cluster = Imports.cluster(alone());

    var flavor = cluster.nodes().find(new NodeId("a100")).orElseThrow();
    assertThat(flavor.capacity().amounts()).containsEntry("gpu", 16.0).containsEntry("cpu", 192.0);
    assertThat(alone().source()).isEqualTo(ClusterSource.KUEUE);
  }

  @Test
  void quotaOfAQueueIsItsOwnAndAllThatItCanBorrow() {
    List<Queue> queues = Imports.cluster(alone()).settings().queues();

    assertThat(queues).extracting(Queue::name).containsExactly("language", "vision");
    assertThat(queues.getFirst().quota().amount("gpu")).isEqualTo(16);
    assertThat(queues.getLast().quota().amount("gpu")).isEqualTo(10);
  }

  @Test
  void admittedWorkloadsRunAndOthersWaitWithTheirBounds() {
    Cluster cluster = Imports.cluster(alone());

    Job net = Imports.job(cluster, "vision/net");
    assertThat(net.allocation().size()).isEqualTo(Size.workers(4));
    assertThat(net.spec().queue()).isEqualTo("vision");
    assertThat(net.spec().priority()).isEqualTo(100);
    assertThat(net.spec().work().steps()).isEqualTo(7200);
    Job bert = Imports.job(cluster, "language/bert");
    assertThat(bert.holdsResources()).isFalse();
    assertThat(bert.spec().bounds().workers().min()).isEqualTo(2);
    assertThat(bert.spec().bounds().workers().max()).isEqualTo(8);
    assertThat(Imports.job(cluster, "language/stopped").manualOverride().held()).isTrue();
    assertThat(cluster.jobs().size()).isEqualTo(3);
  }

  @Test
  void usageOfEachFlavorIsThatOfTheAdmittedWorkloads() {
    ClusterImport read = alone();
    Cluster cluster = Imports.cluster(read);
    var net = Imports.job(cluster, "vision/net");

    assertThat(net.spec().demand().of(net.allocation().size()).amounts())
        .containsEntry("gpu", 4.0)
        .containsEntry("cpu", 32.0);
  }

  @Test
  void workloadsGiveThePodsOfAClusterTheirQueueAndAddThoseThatWait() {
    Path nodes = write("nodes.json", NODE);
    Path pods = write("pods.json", POD);
    Cluster cluster =
        Imports.cluster(Imports.read(Imports.settings(Optional.empty()), nodes, pods, sample()));

    Job net = Imports.job(cluster, "vision/net");
    assertThat(net.spec().queue()).isEqualTo("vision");
    assertThat(net.spec().priority()).isEqualTo(100);
    assertThat(net.allocation().shares().getFirst().node()).isEqualTo(new NodeId("n"));
    Job bert = Imports.job(cluster, "language/bert");
    assertThat(bert.spec().demand().labels().values()).isEqualTo(Map.of("type", "a100"));
    assertThat(bert.spec().queue()).isEqualTo("language");
    assertThat(cluster.settings().queues()).hasSize(2);
  }

  @Test
  void sourceOfTheUserDecidesWhatIsRead() {
    Path nodes = write("nodes.json", NODE);
    Path pods = write("pods.json", POD);

    ClusterImport quotas =
        Imports.read(Imports.settings(Optional.of(ClusterSource.KUEUE)), nodes, pods, sample());
    ClusterImport plain =
        Imports.read(
            Imports.settings(Optional.of(ClusterSource.KUBERNETES)), nodes, pods, sample());

    assertThat(quotas.state().at("/cluster/nodes/0/id").asText()).isEqualTo("a100");
    assertThat(plain.state().at("/cluster/nodes/0/id").asText()).isEqualTo("n");
    assertThat(plain.state().has("queues")).isFalse();
    assertThat(Imports.job(Imports.cluster(plain), "vision/net").spec().priority()).isEqualTo(5);
  }

  private Path write(String name, String text) {
    try {
      return java.nio.file.Files.writeString(folder.resolve(name), text);
    } catch (java.io.IOException problem) {
      throw new java.io.UncheckedIOException(problem);
    }
  }

  private static final String QUEUE =
      """
      {"kind": "ClusterQueue", "metadata": {"name": "cq"}, "spec": {"resourceGroups": [{"flavors": [{"name": "f",
        "resources": [{"name": "nvidia.com/gpu", "nominalQuota": 8}]}]}]}}
      """;

  private static String workload(String name, String localQueue, String status) {
    return """
    {"kind": "Workload", "metadata": {"name": "%s", "namespace": "team"},
      "spec": {"queueName": "%s", "podSets": [{"name": "main", "count": 2, "template": {"spec": {"containers": [
        {"resources": {"requests": {"nvidia.com/gpu": 1}}}]}}}]}%s}
    """
        .formatted(name, localQueue, status);
  }

  @Test
  void admittedWorkloadTellsTheClusterQueueOfItsLocalQueue() {
    String admitted =
        """
        , "status": {"admission": {"clusterQueue": "cq", "podSetAssignments": [{"name": "main", "count": 2,
          "flavors": {"nvidia.com/gpu": "f"}}]}}
        """;

    ClusterImport read =
        Imports.texts(
            folder,
            QUEUE,
            workload("runs", "known", admitted),
            workload("waits", "known", ""),
            workload("lost", "unknown", ""));
    Cluster cluster = Imports.cluster(read);

    assertThat(Imports.job(cluster, "team/waits").spec().queue()).isEqualTo("cq");
    assertThat(Imports.job(cluster, "team/lost").spec().queue()).isEqualTo("team/unknown");
    assertThat(read.remarks())
        .contains(
            "the LocalQueue of the job is not in the input (add localqueues), so its queue has no quota (1 job: team/lost)");
  }

  @Test
  void workloadsWithoutNodesAndQueuesAskForTheQueues() {
    assertThatThrownBy(() -> Imports.texts(folder, workload("w", "known", "")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("add clusterqueues,localqueues,resourceflavors");
  }

  @Test
  void workloadOfAQueueThatTheInputLacksIsNoted() {
    String local =
        """
        {"kind": "LocalQueue", "metadata": {"name": "known", "namespace": "team"}, "spec": {"clusterQueue": "other"}}
        """;

    ClusterImport read = Imports.texts(folder, QUEUE, local, workload("w", "known", ""));

    assertThat(read.remarks())
        .contains(
            "the ClusterQueue of the job is not in the input (add clusterqueues), so its queue has no quota (1 job: team/w)");
  }

  @Test
  void flavorOfAWorkloadIsThatOfADeviceThatItsQueueCovers() {
    String queue =
        """
        {"kind": "ClusterQueue", "metadata": {"name": "q"}, "spec": {"resourceGroups": [{"flavors": [{"name": "f",
          "resources": [{"name": "nvidia.com/gpu", "nominalQuota": 8}]}]}]}}
        """;
    String workload =
        """
        {"kind": "Workload", "metadata": {"name": "w", "namespace": "team"},
          "spec": {"podSets": [{"name": "main", "count": 2, "template": {"spec": {"containers": [
            {"resources": {"requests": {"example.com/nic": 1, "nvidia.com/gpu": 1}}}]}}}]},
          "status": {"admission": {"clusterQueue": "q", "podSetAssignments": [{"name": "main", "count": 2,
            "flavors": {"nvidia.com/gpu": "f"}}]}}}
        """;

    Cluster cluster = Imports.cluster(Imports.texts(folder, queue, workload));

    assertThat(Imports.job(cluster, "team/w").allocation().size()).isEqualTo(Size.workers(2));
  }
}
