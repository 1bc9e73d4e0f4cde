package dev.ductile.api;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The eligible nodes of each requirement; each selection is computed once. */
final class NodeSelections {
  private static final int MOST_REMEMBERED = 1000;

  private final Nodes nodes;
  private final Map<Requirement, EligibleNodes> known = new ConcurrentHashMap<>(0);

  private record Requirement(Device device, Labels labels) {}

  NodeSelections(Nodes nodes) {
    this.nodes = nodes;
  }

  EligibleNodes of(Demand demand) {
    if (known.size() > MOST_REMEMBERED) {
      known.clear();
    }
    return known.computeIfAbsent(
        new Requirement(demand.device(), demand.labels()), _ -> select(demand));
  }

  private EligibleNodes select(Demand demand) {
    var eligible = new BitSet(nodes.count());
    var seen = new HashSet<Resources>();
    var kinds = new BitSet(nodes.count());
    for (int node = 0; node < nodes.count(); node++) {
      if (demand.accepts(nodes.get(node))) {
        eligible.set(node);
        kinds.set(node, seen.add(nodes.get(node).capacity()));
      }
    }
    return new EligibleNodes(eligible, kinds);
  }
}
