package dev.ductile.simulator;

import dev.ductile.api.Event;
import dev.ductile.api.Node;
import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.scenario.Failures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;

/**
 * Failures and repairs of nodes: recorded ones, and random ones with exponential times between
 * failures and a fixed repair time.
 */
final class NodeFailures {
  /** The failure of a node, or its repair, after which it may have other properties. */
  record Change(long nanos, Node node, boolean isRepair) {}

  /** A node and its stream of random numbers. */
  private record NodeStream(Node node, RandomGenerator random) {}

  /** A change with its number in the order of planning. */
  private record Planned(Change change, Optional<NodeStream> stream, long number) {}

  private final Failures failures;
  private final PriorityQueue<Planned> planned =
      new PriorityQueue<>(
          Comparator.<Planned>comparingLong(next -> next.change().nanos())
              .thenComparing(next -> next.change().node().id())
              .thenComparingLong(Planned::number));
  private final long start;
  private long changes;

  NodeFailures(Nodes nodes, Failures failures, long seed, long start) {
    this.failures = failures;
    this.start = start;
    if (failures.meanTimeBetween().isZero()) {
      return;
    }
    for (Node node : nodes.list()) {
      var stream = new NodeStream(node, new Seed(seed).stream("failures " + node.id().name()));
      plan(new Change(failure(stream, start), node, false), Optional.of(stream));
    }
  }

  /** Adds a recorded change; one from before the start happens at the start. */
  void add(Event.OfNode recorded) {
    long nanos = Math.max(start, SimulatedTime.nanos(recorded.at()));
    switch (recorded) {
      case Event.NodeUp up -> plan(new Change(nanos, up.node(), true), Optional.empty());
      case Event.NodeDown down ->
          plan(new Change(nanos, new Node(down.node(), Resources.NONE), false), Optional.empty());
      case Event.NodeDrained _, Event.NodeUndrained _ -> {}
    }
  }

  private void plan(Change change, Optional<NodeStream> stream) {
    planned.add(new Planned(change, stream, changes++));
  }

  long next() {
    return planned.isEmpty() ? SimulatedTime.NEVER : planned.peek().change().nanos();
  }

  /** Removes and returns the changes due by now, and plans the next random one of their nodes. */
  List<Change> due(long now) {
    if (next() > now) {
      return List.of();
    }
    var due = new ArrayList<Change>();
    while (next() <= now) {
      Planned next = planned.remove();
      due.add(next.change());
      next.stream().ifPresent(stream -> planFollowing(next.change(), stream));
    }
    return due;
  }

  long checkpointEveryNanos() {
    return failures.checkpointEvery().toNanos();
  }

  private void planFollowing(Change change, NodeStream stream) {
    long next =
        change.isRepair()
            ? failure(stream, change.nanos())
            : change.nanos() + Math.max(1, failures.repair().toNanos());
    plan(new Change(next, change.node(), !change.isRepair()), Optional.of(stream));
  }

  private long failure(NodeStream stream, long from) {
    double seconds =
        failures.meanTimeBetween().toNanos() * 1e-9 * Seed.exponential(stream.random());
    return seconds < SimulatedTime.FARTHEST_SECONDS
        ? from + 1 + (long) (seconds * 1e9)
        : SimulatedTime.NEVER;
  }
}
