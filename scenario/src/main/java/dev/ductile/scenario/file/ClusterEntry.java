package dev.ductile.scenario.file;

import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The machines, as people write them: one by one, by kind, or as one pool. */
record ClusterEntry(Optional<List<NodeEntry>> nodes, Optional<Resources> capacity) {
  private static final int MOST_NODES = 1_000_000;

  /** So many nodes of one kind; one where no count is given. */
  record NodeEntry(Optional<String> id, OptionalInt count, Resources resources) {
    NodeEntry {
      if (count.orElse(1) < 1 || count.orElse(1) > MOST_NODES) {
        throw new IllegalArgumentException(
            "count must be between 1 and %d, not %d".formatted(MOST_NODES, count.getAsInt()));
      }
      if (resources.isNone()) {
        throw new IllegalArgumentException("a node needs resources");
      }
    }
  }

  ClusterEntry {
    if (nodes.isPresent() == capacity.isPresent()) {
      throw new IllegalArgumentException("a cluster has either nodes or a capacity");
    }
    if (nodes.isPresent() && nodes.get().isEmpty()) {
      throw new IllegalArgumentException("a cluster needs at least one node");
    }
  }

  Nodes machines() {
    var machines = new ArrayList<Node>();
    capacity.ifPresent(all -> machines.add(new Node(new NodeId("pool"), all)));
    int unnamed = 0;
    for (NodeEntry entry : nodes.orElse(List.of())) {
      int count = entry.count().orElse(1);
      int first = entry.id().isPresent() ? 0 : unnamed;
      unnamed += entry.id().isPresent() ? 0 : count;
      String prefix = entry.id().orElse("node");
      boolean single = entry.id().isPresent() && count == 1;
      for (int i = first; i < first + count; i++) {
        NodeId id = new NodeId(single ? prefix : prefix + "-" + i);
        machines.add(new Node(id, entry.resources()));
      }
      if (machines.size() > MOST_NODES) {
        throw new IllegalArgumentException("a cluster has at most %d nodes".formatted(MOST_NODES));
      }
    }
    return Nodes.of(machines);
  }
}
