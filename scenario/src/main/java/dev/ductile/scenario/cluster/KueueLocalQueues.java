package dev.ductile.scenario.cluster;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The ClusterQueues of the LocalQueues of Kueue. A workload that has been admitted names both, so
 * it tells the ClusterQueue of a LocalQueue that is not in the input.
 */
final class KueueLocalQueues {
  private final Map<String, String> written = new HashMap<>();
  private final Map<String, String> seen = new HashMap<>();

  /** Takes a LocalQueue. */
  void take(Entry item) {
    item.text("spec", "clusterQueue")
        .ifPresent(queue ->
            written.put(
                key(
                    item.text("metadata", "namespace").orElse("default"),
                    item.text("metadata", "name").orElse("")),
                queue));
  }

  void take(KueueWorkload workload) {
    if (!workload.clusterQueue().isEmpty() && !workload.queue().isEmpty()) {
      seen.put(key(workload.namespace(), workload.queue()), workload.clusterQueue());
    }
  }

  /** The ClusterQueue of a workload, if it is known. */
  Optional<String> clusterQueue(KueueWorkload workload) {
    if (!workload.clusterQueue().isEmpty()) {
      return Optional.of(workload.clusterQueue());
    }
    String local = key(workload.namespace(), workload.queue());
    return Optional.ofNullable(written.getOrDefault(local, seen.get(local)));
  }

  /** The name of a LocalQueue in its cluster. */
  static String key(String namespace, String name) {
    return "%s/%s".formatted(namespace, name);
  }
}
