package dev.ductile.scheduler.sharing;

import dev.ductile.api.Cluster;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The resource of each queue in which its share of a divided cluster is counted. */
public final class DominantResources {
  private DominantResources() {}

  /** The names of the resources by the names of the queues; empty if nothing is divided. */
  public static Map<String, String> byQueue(Cluster cluster) {
    Map<String, String> resources = new HashMap<>();
    if (cluster.settings().isShared() && !cluster.nodes().columns().isEmpty()) {
      Map<String, List<PriorityLevel>> levels = PriorityLevels.byQueue(cluster);
      var entitlements = new Entitlements(cluster, levels, new TaskAmounts(cluster.nodes()));
      levels.keySet().forEach(queue -> resources.put(queue, entitlements.resource(queue)));
    }
    return Map.copyOf(resources);
  }
}
