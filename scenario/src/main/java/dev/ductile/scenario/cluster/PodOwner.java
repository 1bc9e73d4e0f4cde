package dev.ductile.scenario.cluster;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The object that a pod belongs to. Pods of one owner are one job.
 *
 * @param kind such as Job, PyTorchJob or RayCluster; Pod for a pod by itself
 */
record PodOwner(String namespace, String kind, String name) {
  /** Labels of pods that name the job above their owner, and its kind. */
  private static final Map<String, String> LABELS =
      Map.of(
          "jobset.sigs.k8s.io/jobset-name", "JobSet",
          "ray.io/cluster", "RayCluster",
          "volcano.sh/job-name", "VolcanoJob",
          "leaderworkerset.sigs.k8s.io/name", "LeaderWorkerSet",
          "kueue.x-k8s.io/pod-group-name", "PodGroup",
          "scheduling.x-k8s.io/pod-group", "PodGroup",
          "sparkoperator.k8s.io/app-name", "SparkApplication");

  private static final String TRAINING = "training.kubeflow.org/job-name";
  private static final String OPERATOR = "training.kubeflow.org/operator-name";
  private static final String REPLICA = "training.kubeflow.org/replica-type";

  /** Owners whose pods serve others and run without an end. */
  private static final Set<String> SERVICES =
      Set.of("ReplicaSet", "ReplicationController", "StatefulSet", "Pod");

  static PodOwner of(Entry pod) {
    String namespace = pod.text("metadata", "namespace").orElse("default");
    Map<String, String> labels = pod.texts("metadata", "labels");
    Optional<PodOwner> job =
        Optional.ofNullable(labels.get(TRAINING))
            .map(name ->
                new PodOwner(
                    namespace, kind(labels.getOrDefault(OPERATOR, "training-controller")), name));
    return job.or(() ->
            LABELS.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .filter(label -> labels.containsKey(label.getKey()))
                .map(label ->
                    new PodOwner(
                        namespace, label.getValue(), labels.getOrDefault(label.getKey(), "")))
                .findFirst())
        .or(() -> controller(pod, namespace))
        .orElseGet(() ->
            new PodOwner(namespace, "Pod", pod.at().need("metadata").need("name").node().asText()));
  }

  private static String kind(String operator) {
    String name = operator.replaceFirst("-(controller|operator)$", "");
    return name.isEmpty()
        ? "TrainingJob"
        : name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  private static Optional<PodOwner> controller(Entry pod, String namespace) {
    List<Entry> owners = pod.list("metadata", "ownerReferences");
    return owners.stream()
        .filter(owner -> owner.isTrue("controller"))
        .findFirst()
        .or(() -> owners.stream().findFirst())
        .map(owner -> new PodOwner(namespace, owner.need("kind"), owner.need("name")));
  }

  /** Whether its pods belong to the machine: those of a DaemonSet and of the node itself. */
  boolean isPartOfNode() {
    return kind.equals("DaemonSet") || kind.equals("Node");
  }

  /** Whether its pods are a job only if they use accelerators. */
  boolean isService() {
    return SERVICES.contains(kind);
  }

  /** Whether a pod is a parameter server of its job. */
  static boolean isServer(Entry pod) {
    String role = pod.texts("metadata", "labels").getOrDefault(REPLICA, "");
    return role.equalsIgnoreCase("ps") || role.equalsIgnoreCase("server");
  }

  /** The name of the job in a state. */
  String id() {
    return namespace + "/" + name;
  }
}
