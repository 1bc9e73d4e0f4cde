package dev.ductile.scenario.file;

import dev.ductile.api.Device;
import dev.ductile.api.Labels;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.text.Entries;
import dev.ductile.text.ExactlyOne;
import dev.ductile.text.NumberBounds;
import dev.ductile.text.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The machines: either nodes or a capacity.
 *
 * @param nodes the machines, in their order
 * @param capacity all of the cluster as one node, named pool
 * @param device the resource that counts accelerators, and that service and utilization are counted
 *     in; gpu if it is absent
 */
@ExactlyOne({"nodes", "capacity"})
record ClusterEntry(
    Optional<@Entries(least = 1) List<NodeEntry>> nodes,
    Optional<Resources> capacity,
    Optional<String> device) {
  private static final int MOST_NODES = 1_000_000;

  /**
   * Nodes of one kind.
   *
   * @param id the node's name; with a count of n it is the prefix of n names, ID-0 to ID-(n-1).
   *     Without it nodes are named node-0, node-1 and so on.
   * @param count the number of nodes of this kind; 1 if it is absent
   * @param resources the resources of each node
   * @param labels labels of each node, which jobs can require by nodeLabels
   * @param deviceType the type of its accelerators, which jobs can require by deviceType
   */
  record NodeEntry(
      Optional<String> id,
      @NumberBounds(least = 1, most = MOST_NODES) OptionalInt count,
      Resources resources,
      Optional<Labels> labels,
      Optional<String> deviceType) {
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

  /** The nodes of a cluster in a document. */
  static Nodes machines(Written written) {
    ClusterEntry entry = TypeReaders.BINDER.record(ClusterEntry.class, written);
    return JobReader.checked(written, entry::machines);
  }

  private Nodes machines() {
    var machines = new ArrayList<Node>();
    capacity.ifPresent(all ->
        machines.add(new Node(new NodeId("pool"), all, Labels.NONE, devices(Optional.empty()))));
    int unnamed = 0;
    for (NodeEntry entry : nodes.orElse(List.of())) {
      int count = entry.count().orElse(1);
      int first = entry.id().isPresent() ? 0 : unnamed;
      unnamed += entry.id().isPresent() ? 0 : count;
      String prefix = entry.id().orElse("node");
      boolean single = entry.id().isPresent() && count == 1;
      Labels labels = entry.labels().orElse(Labels.NONE);
      Device devices = devices(entry.deviceType());
      for (int i = first; i < first + count; i++) {
        NodeId id = new NodeId(single ? prefix : prefix + "-" + i);
        machines.add(new Node(id, entry.resources(), labels, devices));
      }
      if (machines.size() > MOST_NODES) {
        throw new IllegalArgumentException("a cluster has at most %d nodes".formatted(MOST_NODES));
      }
    }
    return Nodes.of(machines);
  }

  private Device devices(Optional<String> type) {
    return new Device(device.orElse(Device.GPU.resource()), type.orElse(""));
  }
}
