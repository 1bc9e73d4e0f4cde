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

/** Failures and repairs of nodes: exponential times between failures, a fixed time of repair. */
final class Breakdowns {
  /** The failure or the repair of a node. */
  record Change(long nanos, Node node, boolean isRepair) {}

  private record Fate(Node node, RandomGenerator random) {}

  private record Planned(Change change, Fate fate) {}

  private final Failures failures;
  private final PriorityQueue<Planned> planned =
      new PriorityQueue<>(
          Comparator.<Planned>comparingLong(next -> next.change().nanos())
              .thenComparing(next -> next.change().node().id()));

  Breakdowns(Nodes nodes, Failures failures, long seed, long start) {
    this.failures = failures;
    if (failures.meanTimeBetween().isZero()) {
      return;
    }
    for (Node node : nodes.list()) {
      var fate = new Fate(node, new Seed(seed).stream("failures " + node.id().name()));
      planned.add(new Planned(new Change(failure(fate, start), node, false), fate));
    }
  }

  long next() {
    return planned.isEmpty() ? SimulatedTime.NEVER : planned.peek().change().nanos();
  }

  /** The changes due by now; the next change of each of their nodes is planned. */
  List<Change> due(long now) {
    if (next() > now) {
      return List.of();
    }
    var due = new ArrayList<Change>();
    while (next() <= now) {
      Planned happening = planned.remove();
      due.add(happening.change());
      planned.add(new Planned(following(happening), happening.fate()));
    }
    return due;
  }

  long checkpointEveryNanos() {
    return failures.checkpointEvery().toNanos();
  }

  private Change following(Planned happening) {
    Change change = happening.change();
    if (change.isRepair()) {
      return new Change(failure(happening.fate(), change.nanos()), change.node(), false);
    }
    long repaired = change.nanos() + Math.max(1, failures.repair().toNanos());
    return new Change(repaired, change.node(), true);
  }

  private long failure(Fate fate, long from) {
    double seconds = failures.meanTimeBetween().toNanos() * 1e-9 * Seed.exponential(fate.random());
    return seconds < SimulatedTime.FARTHEST_SECONDS
        ? from + 1 + (long) (seconds * 1e9)
        : SimulatedTime.NEVER;
  }
}
