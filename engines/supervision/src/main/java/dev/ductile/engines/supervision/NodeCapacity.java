package dev.ductile.engines.supervision;

import dev.ductile.api.Allocation;
import dev.ductile.api.Demand;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The resources of each node, and those that its tasks hold. Tasks of a job that is stopping still
 * hold theirs.
 */
final class NodeCapacity {
  private final Map<DemandOnNode, Size> held = new HashMap<>();
  private final Map<NodeId, String> down = new TreeMap<>();
  private FreeCapacity empty;
  private FreeCapacity free;

  /** Tasks with the same demand on one node. */
  private record DemandOnNode(NodeId node, Demand demand) {}

  NodeCapacity(Nodes nodes) {
    this.empty = FreeCapacity.of(nodes);
    this.free = empty.copy();
  }

  /** A node is new, is back, or has another capacity. */
  void up(Node node) {
    down.remove(node.id());
    List<Node> nodes = new ArrayList<>(empty.nodes().list());
    nodes.removeIf(known -> known.id().equals(node.id()));
    nodes.add(node);
    empty = FreeCapacity.of(Nodes.of(nodes));
    free = empty.copy();
    held.forEach((holder, size) -> free.take(Allocation.on(holder.node(), size), holder.demand()));
  }

  /** A node is gone; its tasks give back their resources one by one. */
  void down(NodeId node, String why) {
    down.put(node, why);
  }

  /** Of the nodes that an order of an earlier engine names, those that this one lacks are gone. */
  void downIfUnknown(Allocation allocation) {
    allocation.shares().stream()
        .map(Allocation.Share::node)
        .filter(node -> empty.nodes().indexOf(node).isEmpty())
        .forEach(node -> down(node, "the cluster no longer has it"));
  }

  /** Why a node of the allocation is gone. */
  Optional<String> whyGone(Allocation allocation) {
    return allocation.shares().stream()
        .filter(share -> down.containsKey(share.node()))
        .findFirst()
        .map(share -> "node %s is gone: %s".formatted(share.node(), down.get(share.node())));
  }

  /** Why the nodes cannot hold this allocation even if nothing else runs. */
  Optional<String> whyNever(Allocation allocation, Demand demand) {
    for (Allocation.Share share : allocation.shares()) {
      if (empty.nodes().indexOf(share.node()).isEmpty()) {
        return Optional.of("there is no node %s".formatted(share.node()));
      }
    }
    return empty.fits(allocation, demand)
        ? Optional.empty()
        : Optional.of(
            "%s at %s each is more than the nodes have".formatted(allocation, demand.worker()));
  }

  /** Takes the resources if all are free and no node is gone. */
  boolean take(Allocation allocation, Demand demand) {
    if (whyGone(allocation).isPresent() || !free.fits(allocation, demand)) {
      return false;
    }
    free.take(allocation, demand);
    allocation
        .shares()
        .forEach(
            share -> held.merge(new DemandOnNode(share.node(), demand), share.size(), Size::plus));
    return true;
  }

  void give(Allocation allocation, Demand demand) {
    free.give(allocation, demand);
    allocation
        .shares()
        .forEach(share ->
            held.computeIfPresent(
                new DemandOnNode(share.node(), demand), (_, size) -> rest(size, share.size())));
    held.values().removeIf(Size::isNone);
  }

  private static Size rest(Size size, Size given) {
    return new Size(size.workers() - given.workers(), size.servers() - given.servers());
  }
}
