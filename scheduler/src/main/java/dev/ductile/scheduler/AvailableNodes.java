package dev.ductile.scheduler;

import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The nodes that jobs may use: those that are up and not drained. */
final class AvailableNodes {
  private Nodes nodes = Nodes.NONE;

  /** The drained nodes, each with its capacity if it is up. */
  private final Map<NodeId, Optional<Node>> drained = new LinkedHashMap<>();

  Nodes nodes() {
    return nodes;
  }

  void takeOver(Nodes known, Map<NodeId, Optional<Node>> knownDrained) {
    nodes = known;
    drained.putAll(knownDrained);
  }

  void takeOver(LedgerSnapshot snapshot) {
    nodes = Nodes.of(snapshot.nodes());
    snapshot.drained().forEach(one -> drained.put(one.id(), one.node()));
  }

  List<LedgerSnapshot.DrainedNode> drainedList() {
    return drained.entrySet().stream()
        .map(one -> new LedgerSnapshot.DrainedNode(one.getKey(), one.getValue()))
        .sorted(Comparator.comparing(LedgerSnapshot.DrainedNode::id))
        .toList();
  }

  Map<NodeId, Optional<Node>> drained() {
    return Map.copyOf(drained);
  }

  boolean isDrained(NodeId id) {
    return drained.containsKey(id);
  }

  void up(Node node) {
    if (isDrained(node.id())) {
      drained.put(node.id(), Optional.of(node));
    } else {
      add(node);
    }
  }

  /** A node that goes down while it is drained is still drained when it comes back. */
  void down(NodeId id) {
    drained.computeIfPresent(id, (_, _) -> Optional.empty());
    remove(id);
  }

  void drain(NodeId id) {
    drained.putIfAbsent(id, nodes.find(id));
    remove(id);
  }

  void undrain(NodeId id) {
    Optional.ofNullable(drained.remove(id)).flatMap(known -> known).ifPresent(this::add);
  }

  private void add(Node node) {
    var list = new ArrayList<>(nodes.list());
    list.removeIf(known -> known.id().equals(node.id()));
    list.add(node);
    nodes = Nodes.of(list);
  }

  private void remove(NodeId id) {
    nodes = Nodes.of(nodes.list().stream().filter(node -> !node.id().equals(id)).toList());
  }
}
