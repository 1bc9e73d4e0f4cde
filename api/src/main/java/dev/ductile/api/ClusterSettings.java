package dev.ductile.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What operators have set in a cluster.
 *
 * @param policy the policy that was chosen by a command, with its settings
 * @param queues the queues that have quotas
 * @param drained the nodes that are drained, and what they have to give where they are up
 */
public record ClusterSettings(
    Optional<String> policy, List<Queue> queues, Map<NodeId, Optional<Node>> drained) {
  public static final ClusterSettings NONE =
      new ClusterSettings(Optional.empty(), List.of(), Map.of());
}
