package dev.ductile.scenario.cluster;

import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The objects ResourceQuota of Kubernetes. A namespace is a queue, and its quota is the smallest of
 * its hard limits, less the requests of pods that are no tasks of its jobs: Kubernetes counts every
 * pod that has not ended, also while it waits.
 */
final class NamespaceQuotas {
  /** A state cannot say a quota of zero, which would be no limit. */
  private static final double LEAST = 1e-6;

  private static final String REQUESTS = "requests.";

  /** The storage of volume claims, which no pod requests. */
  private static final String VOLUMES = "requests.storage";

  private final Snapshot snapshot;
  private final Map<String, Map<String, Double>> hard = new TreeMap<>();
  private final Map<String, Resources> requested = new HashMap<>();

  NamespaceQuotas(Snapshot snapshot) {
    this.snapshot = snapshot;
  }

  /** Takes a ResourceQuota. */
  void take(Entry item) {
    String namespace = item.text("metadata", "namespace").orElse("default");
    if (item.find("spec", "scopeSelector").isPresent() || !item.list("spec", "scopes").isEmpty()) {
      String name = item.text("metadata", "name").orElse("");
      remark(
          "the quota is ignored, because it is for some pods of its namespace only",
          namespace,
          name);
      return;
    }
    Map<String, Double> limits = hard.computeIfAbsent(namespace, any -> new HashMap<>());
    for (Map.Entry<String, Entry> limit : item.members("spec", "hard").entrySet()) {
      resource(limit.getKey())
          .ifPresent(
              name -> limits.merge(name, KubernetesQuantity.amount(limit.getValue()), Math::min));
      if (limit.getKey().startsWith("limits.")) {
        remark(
            "its hard limits for limits.cpu and limits.memory are ignored, because jobs are sized by their requests",
            namespace,
            item.text("metadata", "name").orElse(""));
      }
    }
  }

  private void remark(String sentence, String namespace, String name) {
    snapshot.remarks().add(sentence, "ResourceQuota", "%s/%s".formatted(namespace, name));
  }

  /** The name in a state of the resource whose requests a key limits. */
  private static Optional<String> resource(String key) {
    if (key.equals(Resources.CPU) || key.equals(Resources.MEMORY)) {
      return Optional.of(key);
    }
    return key.startsWith(REQUESTS) && !key.equals(VOLUMES)
        ? Optional.of(Accelerators.name(key.substring(REQUESTS.length())))
        : Optional.empty();
  }

  /** Counts a pod that has not ended. */
  void count(KubernetesPod pod) {
    requested.merge(pod.owner().namespace(), pod.requests(), Resources::plus);
  }

  /** Adds the quotas as queues. All jobs must be in the snapshot. */
  void finish() {
    Map<String, Resources> ofJobs = new HashMap<>();
    for (SourceJob job : snapshot.jobs()) {
      ofJobs.merge(job.label().queue(), job.demand().of(job.asked()), Resources::plus);
    }
    Set<String> ofKueue = new HashSet<>();
    snapshot.queues().forEach(queue -> ofKueue.add(queue.name()));
    hard.values().removeIf(Map::isEmpty);
    hard.forEach((namespace, limits) -> {
      String queue = ShortName.of(namespace);
      if (ofKueue.contains(queue)) {
        snapshot
            .remarks()
            .add(
                "the quota of the namespace is ignored, because a ClusterQueue has the same name",
                "namespace",
                namespace);
      } else {
        Resources jobs = ofJobs.getOrDefault(queue, Resources.NONE);
        Resources others = requested.getOrDefault(namespace, Resources.NONE).minus(jobs);
        snapshot.add(new Queue(queue, left(limits, others)));
      }
    });
    if (!hard.isEmpty()) {
      snapshot
          .remarks()
          .add(
              "the quota of a namespace is the rest of its ResourceQuotas beside pods that are no tasks; jobs whose pods a ResourceQuota refused are not in the input");
    }
  }

  private static Resources left(Map<String, Double> limits, Resources others) {
    var left = new HashMap<>(limits);
    left.replaceAll((name, most) -> Math.max(LEAST, most - others.amount(name)));
    return Resources.of(left);
  }
}
