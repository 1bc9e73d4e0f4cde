package dev.ductile.scenario.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.JobState;
import dev.ductile.api.NodeId;
import dev.ductile.api.Size;
import dev.ductile.text.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The import of a real cluster of Kubernetes 1.20, and of objects that it does not have. */
final class KubernetesImportTest {
  private static final double MEBIBYTE = 1 << 20;

  private static final String NODE =
      """
      {"kind": "Node", "metadata": {"name": "n"}, "status": {"allocatable": {"cpu": "64", "memory": "256Gi",
        "nvidia.com/gpu": "8", "nvidia.com/mig-1g.5gb": "7"}, "conditions": [{"type": "Ready", "status": "True"}]}}
      """;

  @TempDir private Path folder;

  private static ClusterImport real() {
    return Imports.sample("kubernetes.json");
  }

  /** A pod on node n; {@code more} are further keys of the pod, and {@code spec} of its spec. */
  private static String pod(String name, String labels, String spec) {
    return """
    {"kind": "Pod", "metadata": {"name": "%s", "namespace": "team", "labels": {%s}}, "status": {"phase": "Running"},
      "spec": {"nodeName": "n", %s}}
    """
        .formatted(name, labels, spec);
  }

  private static String containers(String requests) {
    return "\"containers\": [{\"resources\": {\"requests\": {%s}}}]".formatted(requests);
  }

  @Test
  void nodesHaveWhatTheirDaemonsAndServicesLeave() {
    Cluster cluster = Imports.cluster(real());

    var node = cluster.nodes().find(new NodeId("hollow1")).orElseThrow();
    assertThat(node.capacity().amount("cpu")).isEqualTo(1 - 0.05);
    assertThat(node.capacity().amount("memory")).isEqualTo((3840 - 64) * MEBIBYTE);
    assertThat(node.capacity().amount("gpu")).isEqualTo(4);
    assertThat(node.device().type()).isEqualTo("NVIDIA-A100-SXM4-40GB");
    assertThat(cluster.settings().drained()).containsOnlyKeys(new NodeId("hollow4"));
    assertThat(real().state().get("down").toString()).isEqualTo("[\"hollow5\"]");
  }

  @Test
  void podsOfOneOwnerAreOneJobWithTheLargestNeedOfItsPhases() {
    Job resnet = Imports.job(Imports.cluster(real()), "research/resnet");

    assertThat(resnet.allocation().size()).isEqualTo(Size.workers(4));
    assertThat(resnet.state()).isEqualTo(JobState.STARTING);
    assertThat(resnet.spec().demand().worker().amounts())
        .isEqualTo(Map.of("cpu", 0.15, "gpu", 2.0, "memory", 550 * MEBIBYTE));
    assertThat(resnet.spec().demand().labels().values()).isEqualTo(Map.of("pool", "train"));
    assertThat(resnet.spec().priority()).isEqualTo(1000);
    assertThat(resnet.spec().queue()).isEqualTo("research");
  }

  @Test
  void jobWithWaitingPodsMayHaveAnySizeBetween() {
    Job bert = Imports.job(Imports.cluster(real()), "research/bert");

    assertThat(bert.allocation().size()).isEqualTo(Size.workers(3));
    assertThat(bert.spec().bounds().workers().min()).isEqualTo(3);
    assertThat(bert.spec().bounds().workers().max()).isEqualTo(8);
  }

  @Test
  void jobThatDoesNotTolerateATaintNeedsANodeWithoutIt() {
    Cluster cluster = Imports.cluster(real());
    Map<String, String> untainted = Map.of("untainted/nvidia.com/gpu:present:NoSchedule", "true");

    assertThat(Imports.job(cluster, "default/prep").spec().demand().labels().values())
        .isEqualTo(untainted);
    assertThat(Imports.job(cluster, "research/bert").spec().demand().labels().isNone()).isTrue();
    var tainted = cluster.nodes().find(new NodeId("hollow1")).orElseThrow();
    assertThat(tainted.labels().values())
        .doesNotContainKey("untainted/nvidia.com/gpu:present:NoSchedule");
  }

  @Test
  void sidecarsOverheadAndLimitsCountAsKubernetesCountsThem() {
    String spec =
        """
        "overhead": {"cpu": "250m"},
        "initContainers": [
          {"restartPolicy": "Always", "resources": {"requests": {"cpu": "1", "memory": "1Gi"}}},
          {"resources": {"requests": {"cpu": "6", "memory": "512Mi"}}}],
        "containers": [{"resources": {"limits": {"cpu": "2", "memory": "1e9", "nvidia.com/gpu": 1}, "requests": {"cpu": "1500m"}}}]
        """;
    Cluster cluster = Imports.cluster(Imports.texts(folder, NODE, pod("a", "", spec)));

    assertThat(Imports.job(cluster, "team/a").spec().demand().worker().amounts())
        .isEqualTo(Map.of("cpu", 7.25, "gpu", 1.0, "memory", 1024 * MEBIBYTE + 1e9));
  }

  @Test
  void replicasOfATrainingJobAreWorkersAndServersAndALauncherIsNeither() {
    String job =
        "\"training.kubeflow.org/job-name\": \"net\", \"training.kubeflow.org/replica-type\": ";
    String worker = containers("\"cpu\": 4, \"nvidia.com/gpu\": 1");
    ClusterImport read =
        Imports.texts(
            folder,
            NODE,
            pod("w0", job + "\"worker\"", worker),
            pod("w1", job + "\"worker\"", worker),
            pod("ps", job + "\"ps\"", containers("\"cpu\": 2")),
            pod("l", job + "\"launcher\"", containers("\"cpu\": \"500m\"")));
    Cluster cluster = Imports.cluster(read);

    Job net = Imports.job(cluster, "team/net");
    assertThat(net.allocation().size()).isEqualTo(new Size(2, 1));
    assertThat(net.spec().demand().server().amounts()).isEqualTo(Map.of("cpu", 2.0));
    assertThat(cluster.nodes().get(0).capacity().amount("cpu")).isEqualTo(63.5);
    assertThat(read.remarks())
        .anyMatch(line -> line.contains("launcher") && line.contains("team/net"));
  }

  @Test
  void slicesOfGpusAreResourcesOfTheirOwn() {
    Cluster cluster =
        Imports.cluster(
            Imports.texts(folder, NODE, pod("a", "", containers("\"nvidia.com/mig-1g.5gb\": 2"))));

    assertThat(Imports.job(cluster, "team/a").spec().demand().worker().amounts())
        .isEqualTo(Map.of("nvidia.com/mig-1g.5gb", 2.0));
    assertThat(cluster.nodes().get(0).capacity().amount("nvidia.com/mig-1g.5gb")).isEqualTo(7);
  }

  @Test
  void ownersAreFoundByLabelsAboveTheController() {
    String gpu = containers("\"nvidia.com/gpu\": 1");
    Cluster cluster =
        Imports.cluster(
            Imports.texts(
                folder,
                NODE,
                pod("a", "\"jobset.sigs.k8s.io/jobset-name\": \"set\"", gpu),
                pod("b", "\"jobset.sigs.k8s.io/jobset-name\": \"set\"", gpu),
                pod("c", "\"ray.io/cluster\": \"ray\"", gpu)));

    assertThat(cluster.jobs().stream().map(job -> job.id().name()))
        .containsExactlyInAnyOrder("team/set", "team/ray");
  }

  @Test
  void mistakesNameTheFileTheLineAndThePath() {
    assertThatThrownBy(
            () -> Imports.texts(folder, NODE, pod("a", "", containers("\"cpu\": \"many\""))))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(
            "file-1.json:1: spec.containers[0].resources.requests.cpu must be an amount such as 500m or 16Gi, not \"many\"");
    assertThatThrownBy(() ->
            Imports.texts(folder, "{\"kind\": \"Status\", \"message\": \"pods is forbidden\"}"))
        .hasMessageContaining("Kubernetes reported: pods is forbidden");
    assertThatThrownBy(() -> Imports.texts(folder, pod("a", "", containers("\"cpu\": 1"))))
        .hasMessageContaining("kubectl get nodes,pods -A -o json prints nodes too");
    assertThatThrownBy(() -> Imports.texts(folder, "{\"a\": 1}"))
        .hasMessageContaining("has no nodes, jobs or objects");
    assertThatThrownBy(() ->
            Imports.texts(
                folder, NODE, "{\"jobs\": [], \"nodes\": [{\"name\": \"x\", \"cpus\": 1}]}"))
        .hasMessageContaining("choose one by --from");
  }

  @Test
  void quantitiesAreThoseOfKubernetes() {
    Map<String, Double> quantities =
        Map.of(
            "500m",
            0.5,
            "16Gi",
            16.0 * (1L << 30),
            "1.5e3",
            1500.0,
            "2",
            2.0,
            "100M",
            1e8,
            "1k",
            1e3,
            "7n",
            7e-9,
            "3E",
            3e18);

    quantities.forEach(
        (text, amount) -> assertThat(KubernetesQuantity.of(text)).as(text).contains(amount));
    for (String wrong : List.of("", "x", "1.2.3", "5 Gi", "-1", "1Zi", "m")) {
      assertThat(KubernetesQuantity.of(wrong)).as(wrong).isEmpty();
    }
  }

  private static String node(String name, String taints) {
    return """
    {"kind": "Node", "metadata": {"name": "%s"}, "spec": {"taints": [%s]}, "status": {"allocatable": {"cpu": "64"},
      "conditions": [{"type": "Ready", "status": "True"}]}}
    """
        .formatted(name, taints);
  }

  private static String owned(String name, String namespace, String more, String spec) {
    return """
    {"kind": "Pod", "metadata": {"name": "%s", "namespace": "%s", %s}, "status": {"phase": "Running"},
      "spec": {"nodeName": "n", %s}}
    """
        .formatted(name, namespace, more, spec);
  }

  @Test
  void taintsOfOneKeyWithDifferentEffectsHaveLabelsOfTheirOwn() {
    Cluster cluster =
        Imports.cluster(
            Imports.texts(
                folder,
                NODE,
                node("a", "{\"key\": \"k\", \"value\": \"v\", \"effect\": \"NoSchedule\"}"),
                node("b", "{\"key\": \"k\", \"value\": \"v\", \"effect\": \"NoExecute\"}"),
                pod("p", "", containers("\"cpu\": 1, \"nvidia.com/gpu\": 1"))));

    var required = Imports.job(cluster, "team/p").spec().demand().labels();
    assertThat(required.values())
        .containsOnlyKeys("untainted/k:v:NoExecute", "untainted/k:v:NoSchedule");
    assertThat(
            cluster.nodes().list().stream()
                .filter(node -> node.labels().contains(required))
                .map(node -> node.id().name()))
        .containsExactly("n");
  }

  @Test
  void prioritiesMayBeNegativeAndAreWholeNumbers() {
    String requests = ", " + containers("\"nvidia.com/gpu\": 1");
    Cluster cluster =
        Imports.cluster(Imports.texts(folder, NODE, pod("a", "", "\"priority\": -5" + requests)));

    assertThat(Imports.job(cluster, "team/a").spec().priority()).isEqualTo(-5);
    assertThatThrownBy(
            () -> Imports.texts(folder, NODE, pod("a", "", "\"priority\": \"1k\"" + requests)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("spec.priority must be a whole number of 32 bits, not \"1k\"");
  }

  @Test
  void workloadsOfOneNameInTwoNamespacesAreTwoJobs() {
    String workload = "\"annotations\": {\"kueue.x-k8s.io/workload\": \"w\"}";
    String gpu = containers("\"nvidia.com/gpu\": 1");
    Cluster cluster =
        Imports.cluster(
            Imports.texts(
                folder, NODE, owned("p", "one", workload, gpu), owned("p", "two", workload, gpu)));

    assertThat(cluster.jobs().stream().map(job -> job.id().name()))
        .containsExactlyInAnyOrder("one/p", "two/p");
  }

  @Test
  void timeLimitOfAJobIsNotThatOfAnotherKindOfItsName() {
    String limited =
        """
        {"kind": "Job", "metadata": {"name": "net", "namespace": "team"}, "spec": {"activeDeadlineSeconds": 60}}
        """;
    ClusterImport read =
        Imports.texts(
            folder,
            NODE,
            limited,
            pod(
                "p",
                "\"jobset.sigs.k8s.io/jobset-name\": \"net\"",
                containers("\"nvidia.com/gpu\": 1")));

    assertThat(read.remarks())
        .anyMatch(
            line -> line.startsWith("the job has no time limit") && line.contains("team/net"));
  }

  @Test
  void longNamesAreShortenedAndStayDifferent() {
    String name = "x".repeat(200);
    String gpu = containers("\"nvidia.com/gpu\": 1");
    String taint =
        "{\"key\": \"%s\", \"value\": \"%s\", \"effect\": \"NoSchedule\"}"
            .formatted("k".repeat(100), "v".repeat(60));
    Cluster cluster =
        Imports.cluster(
            Imports.texts(
                folder,
                NODE,
                node("m".repeat(200), taint),
                pod(name + "a", "", gpu),
                pod(name + "b", "", gpu)));

    assertThat(cluster.jobs().stream().map(job -> job.id().name()).distinct())
        .hasSize(2)
        .allMatch(id -> id.length() == ShortName.LONGEST && id.startsWith("team/xxx"));
    assertThat(cluster.nodes().count()).isEqualTo(2);
  }
}
