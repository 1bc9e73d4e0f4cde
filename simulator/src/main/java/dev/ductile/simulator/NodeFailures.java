package dev.ductile.simulator;

import dev.ductile.api.Node;
import dev.ductile.api.Nodes;
import dev.ductile.api.Seed;
import dev.ductile.scenario.Failures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;

/** Failures and repairs of nodes: exponential times between failures, a fixed repair time. */
final class NodeFailures {
  /** The failure or the repair of a node. */
  record Change(long nanos, Node node, boolean isRepair) {}

  /** A node and its stream of random numbers. */
  private record NodeStream(Node node, RandomGenerator random) {}

  private record Planned(Change change, NodeStream stream) {}

  private final Failures failures;
  private final PriorityQueue<Planned> planned =
      new PriorityQueue<>(
          Comparator.<Planned>comparingLong(next -> next.change().nanos())
              .thenComparing(next -> next.change().node().id()));

  NodeFailures(Nodes nodes, Failures failures, long seed, long start) {
    this.failures = failures;
    if (failures.meanTimeBetween().isZero()) {
      return;
    }
    for (Node node : nodes.list()) {
      var stream = new NodeStream(node, new Seed(seed).stream("failures " + node.id().name()));
      planned.add(new Planned(new Change(failure(stream, start), node, false), stream));
    }
  }

  long next() {
    return planned.isEmpty() ? SimulatedTime.NEVER : planned.peek().change().nanos();
  }

  /** Removes and returns the changes due by now, and plans the next one of each of their nodes. */
  List<Change> due(long now) {
    if (next() > now) {
      return List.of();
    }
    var due = new ArrayList<Change>();
    while (next() <= now) {
      Planned next = planned.remove();
      due.add(next.change());
      planned.add(new Planned(following(next), next.stream()));
    }
    return due;
  }

  long checkpointEveryNanos() {
    return failures.checkpointEvery().toNanos();
  }

  private Change following(Planned next) {
    Change change = next.change();
    if (change.isRepair()) {
      return new Change(failure(next.stream(), change.nanos()), change.node(), false);
    }
    long repaired = change.nanos() + Math.max(1, failures.repair().toNanos());
    return new Change(repaired, change.node(), true);
  }

  private long failure(NodeStream stream, long from) {
    double seconds =
        failures.meanTimeBetween().toNanos() * 1e-9 * Seed.exponential(stream.random());
    return seconds < SimulatedTime.FARTHEST_SECONDS
        ? from + 1 + (long) (seconds * 1e9)
        : SimulatedTime.NEVER;
  }
}
