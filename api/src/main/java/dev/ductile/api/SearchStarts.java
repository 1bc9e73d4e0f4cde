package dev.ductile.api;

import java.util.HashMap;
import java.util.Map;

/** The node at which each search for a first fit continues; freed resources set it back. */
final class SearchStarts {
  private final Map<Tasks, Start> starts = new HashMap<>();

  private record Tasks(Demand demand, Size size) {
    /** A part of the demand tells most demands apart, and its hash code is at hand. */
    @Override
    public int hashCode() {
      return 31 * demand.worker().hashCode() + size.hashCode();
    }
  }

  /** No node before this one has enough free resources. */
  static final class Start {
    int node;
  }

  Start of(Demand demand, Size size) {
    return starts.computeIfAbsent(new Tasks(demand, size), _ -> new Start());
  }

  void released(int node) {
    starts.values().forEach(start -> start.node = Math.min(start.node, node));
  }
}
