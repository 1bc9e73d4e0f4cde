package dev.ductile.simulator;

import dev.ductile.api.Allocation;
import dev.ductile.api.NodeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Jobs that share nodes, and the slowdown that this costs them. */
final class Neighbours {
  private final double slowdown;
  private final Map<NodeId, Set<Body>> onNode = new HashMap<>();

  /**
   * A cluster without jobs.
   *
   * @param slowdown the share of its speed that a job loses while it shares a node; 0 for none
   */
  Neighbours(double slowdown) {
    this.slowdown = slowdown;
  }

  double slowdown(Body body) {
    return slowdown > 0 && hasNeighbour(body) ? 1 - slowdown : 1;
  }

  /** Adds a job at its present place; returns the other jobs there. */
  List<Body> joined(Body body) {
    if (slowdown == 0) {
      return List.of();
    }
    for (Allocation.Share share : body.where().shares()) {
      onNode.computeIfAbsent(share.node(), node -> new LinkedHashSet<>()).add(body);
    }
    return others(body);
  }

  /** Removes a job from its present place; returns the other jobs there. */
  List<Body> left(Body body) {
    if (slowdown == 0) {
      return List.of();
    }
    List<Body> others = others(body);
    for (Allocation.Share share : body.where().shares()) {
      onNode.getOrDefault(share.node(), Set.of()).remove(body);
    }
    return others;
  }

  private boolean hasNeighbour(Body body) {
    for (Allocation.Share share : body.where().shares()) {
      if (onNode.getOrDefault(share.node(), Set.of()).size() > 1) {
        return true;
      }
    }
    return false;
  }

  private List<Body> others(Body body) {
    var others = new LinkedHashSet<Body>();
    for (Allocation.Share share : body.where().shares()) {
      others.addAll(onNode.getOrDefault(share.node(), Set.of()));
    }
    others.remove(body);
    return new ArrayList<>(others);
  }
}
