package dev.ductile.scenario.file;

import dev.ductile.api.ClusterSettings;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Queue;
import dev.ductile.text.Suggestion;
import dev.ductile.text.Written;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The settings of operators in a state, and the nodes that are down.
 *
 * @param queues the queues with quotas or a share
 * @param drained the drained nodes, each with its capacity if it is up
 * @param down the names of nodes that are down
 */
record StateSettings(List<Queue> queues, Map<NodeId, Optional<Node>> drained, Set<NodeId> down) {
  static StateSettings of(Written root, StateEntry entry, Nodes nodes) {
    Set<NodeId> down = down(root, entry, nodes);
    return new StateSettings(
        QueueEntry.queues(root, entry.queues()), drained(root, entry, nodes, down), down);
  }

  ClusterSettings settings() {
    return queues.isEmpty() && drained.isEmpty()
        ? ClusterSettings.NONE
        : new ClusterSettings(Optional.empty(), queues, drained);
  }

  /** The nodes that jobs may use. */
  Nodes available(Nodes nodes) {
    return drained.isEmpty()
        ? nodes
        : Nodes.of(nodes.list().stream().filter(node -> !drained.containsKey(node.id())).toList());
  }

  private static Set<NodeId> down(Written root, StateEntry entry, Nodes nodes) {
    Set<NodeId> down = new LinkedHashSet<>();
    for (String name : entry.down().orElse(List.of())) {
      Written key = root.need("down");
      NodeId id = JobReader.checked(key, () -> new NodeId(name));
      if (nodes.find(id).isPresent()) {
        throw key.breaks("%s is a node of the cluster, so it is up".formatted(id));
      }
      down.add(id);
    }
    return down;
  }

  private static Map<NodeId, Optional<Node>> drained(
      Written root, StateEntry entry, Nodes nodes, Set<NodeId> down) {
    Map<NodeId, Optional<Node>> drained = new LinkedHashMap<>();
    for (String name : entry.drained().orElse(List.of())) {
      Written key = root.need("drained");
      NodeId id = JobReader.checked(key, () -> new NodeId(name));
      Optional<Node> node = nodes.find(id);
      if (node.isEmpty() && !down.contains(id)) {
        throw key.breaks(unknown(id, nodes, down));
      }
      drained.put(id, node);
    }
    return drained;
  }

  /** The mistake in a name that no node has, up or down. */
  static String unknown(NodeId id, Nodes nodes, Set<NodeId> down) {
    List<String> names = new ArrayList<>();
    nodes.list().forEach(node -> names.add(node.id().name()));
    down.forEach(node -> names.add(node.name()));
    return "unknown node \"%s\"%s".formatted(id, Suggestion.phrase(id.name(), names));
  }
}
