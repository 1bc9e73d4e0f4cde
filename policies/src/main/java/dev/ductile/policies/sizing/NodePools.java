package dev.ductile.policies.sizing;

import dev.ductile.api.Demand;
import dev.ductile.api.Device;
import dev.ductile.api.Labels;
import dev.ductile.api.Nodes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The sets of nodes that jobs may use. The first pool is the whole cluster; each other pool has the
 * nodes with some labels or a device type. Pools are added when jobs that require them appear.
 */
final class NodePools {
  static final int WHOLE = 0;

  /** Jobs that require further sets of nodes count for the whole cluster only. */
  private static final int MOST = 256;

  private record Requirement(Device device, Labels labels) {}

  private final Nodes nodes;
  private final Map<Requirement, Integer> known = new HashMap<>();

  /** A demand of each pool. */
  private final List<Demand> demands = new ArrayList<>(List.of(Demand.NONE));

  /** For each pool all pools that contain its nodes, and so the pool itself. */
  private final List<List<Integer>> around = new ArrayList<>(List.of(List.of(WHOLE)));

  NodePools(Nodes nodes) {
    this.nodes = nodes;
  }

  int count() {
    return demands.size();
  }

  List<Demand> demands() {
    return demands;
  }

  /** The pools that contain all nodes of each pool. */
  int[][] around() {
    return around.stream()
        .map(each -> each.stream().mapToInt(Integer::intValue).toArray())
        .toArray(int[][]::new);
  }

  /** The pool of the nodes that a job may use. */
  int of(Demand demand) {
    return demand.isAnywhere()
        ? WHOLE
        : known.computeIfAbsent(
            new Requirement(demand.device(), demand.labels()), any -> find(demand));
  }

  private int find(Demand demand) {
    for (int pool = 0; pool < count(); pool++) {
      if (nodes.isWithin(demands.get(pool), demand) && nodes.isWithin(demand, demands.get(pool))) {
        return pool;
      }
    }
    return count() < MOST ? add(demand) : WHOLE;
  }

  private int add(Demand demand) {
    int added = count();
    var larger = new ArrayList<Integer>();
    for (int pool = 0; pool < added; pool++) {
      if (nodes.isWithin(demand, demands.get(pool))) {
        larger.add(pool);
      } else if (nodes.isWithin(demands.get(pool), demand)) {
        around.set(pool, with(around.get(pool), added));
      }
    }
    demands.add(demand);
    around.add(with(larger, added));
    return added;
  }

  private static List<Integer> with(List<Integer> pools, int more) {
    var all = new ArrayList<>(pools);
    all.add(more);
    return List.copyOf(all);
  }
}
