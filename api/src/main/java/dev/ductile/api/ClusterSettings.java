package dev.ductile.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings that operators have made by commands.
 *
 * @param policy the policy that a command has chosen, with its settings
 * @param queues the queues that have quotas or a share
 * @param drained the drained nodes, each with its capacity if it is up
 */
public record ClusterSettings(
    Optional<String> policy, List<Queue> queues, Map<NodeId, Optional<Node>> drained) {
  public static final ClusterSettings NONE =
      new ClusterSettings(Optional.empty(), List.of(), Map.of());

  /** Whether the cluster is divided among its queues. */
  public boolean isShared() {
    for (Queue queue : queues) {
      if (queue.sharing().isPresent()) {
        return true;
      }
    }
    return false;
  }
}
