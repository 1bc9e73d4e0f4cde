package dev.ductile.scenario.file;

import dev.ductile.api.ClusterSettings;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Queue;
import dev.ductile.text.Suggestion;
import dev.ductile.text.Written;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The settings of operators in a state: drained nodes and the quotas of queues. */
record StateSettings(Written root, StateEntry entry, Nodes nodes) {
  ClusterSettings settings() {
    List<Queue> queues = queues();
    Map<NodeId, Optional<Node>> drained = drained();
    return queues.isEmpty() && drained.isEmpty()
        ? ClusterSettings.NONE
        : new ClusterSettings(Optional.empty(), queues, drained);
  }

  /** The nodes that jobs may use. */
  Nodes available() {
    Map<NodeId, Optional<Node>> drained = drained();
    return drained.isEmpty()
        ? nodes
        : Nodes.of(nodes.list().stream().filter(node -> !drained.containsKey(node.id())).toList());
  }

  private Map<NodeId, Optional<Node>> drained() {
    Map<NodeId, Optional<Node>> drained = new LinkedHashMap<>();
    for (String name : entry.drained().orElse(List.of())) {
      Optional<Node> node =
          nodes.list().stream().filter(one -> one.id().name().equals(name)).findFirst();
      if (node.isEmpty()) {
        List<String> names = nodes.list().stream().map(one -> one.id().name()).toList();
        throw root.need("drained")
            .breaks("unknown node \"%s\"%s".formatted(name, Suggestion.phrase(name, names)));
      }
      drained.put(node.get().id(), node);
    }
    return drained;
  }

  private List<Queue> queues() {
    var names = new HashSet<String>();
    for (StateEntry.QueueEntry queue : entry.queues().orElse(List.of())) {
      if (!names.add(queue.name())) {
        throw root.need("queues").breaks("queue %s occurs a second time".formatted(queue.name()));
      }
    }
    return entry.queues().orElse(List.of()).stream()
        .map(queue ->
            JobReader.checked(root.need("queues"), () -> new Queue(queue.name(), queue.quota())))
        .toList();
  }
}
