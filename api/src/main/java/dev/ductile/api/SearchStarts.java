package dev.ductile.api;

import java.util.HashMap;
import java.util.Map;

/** How far searches for the first node with room have come; what is given back sets them back. */
final class SearchStarts {
  private final Map<Tasks, Start> starts = new HashMap<>();

  private record Tasks(Demand demand, Size size) {}

  /** Before this node there is no room. */
  static final class Start {
    int node;
  }

  Start of(Demand demand, Size size) {
    return starts.computeIfAbsent(new Tasks(demand, size), _ -> new Start());
  }

  void givenBack(int node) {
    starts.values().forEach(start -> start.node = Math.min(start.node, node));
  }
}
