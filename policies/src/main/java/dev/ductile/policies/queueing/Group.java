package dev.ductile.policies.queueing;

import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.Nodes;
import dev.ductile.api.Placement;
import dev.ductile.api.Size;
import dev.ductile.policies.placements.Ample;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Jobs that ask for the same. Where one of them finds no room none of the others does, so that a
 * decision looks at few of forty thousand waiting jobs.
 */
final class Group {
  /** What every job of a group asks for. */
  record Ask(Demand demand, Size size) {}

  private final Ask ask;
  private final Job example;
  private final double devices;
  private final NavigableSet<Ranked> waiting = new TreeSet<>(Ranked.IN_ORDER);
  private int members;
  private Nodes triedOn = Nodes.NONE;
  private boolean feasible;
  private double share;

  private final boolean isWithinLimit;

  /** The last decision in which there was no room for one of these jobs. */
  private long full = -1;

  Group(Ask ask, Job example) {
    this.ask = ask;
    this.example = example;
    this.devices = ask.demand().devices(ask.size());
    this.isWithinLimit = ask.demand().isWithinLimit(ask.size());
  }

  Ask ask() {
    return ask;
  }

  Size size() {
    return ask.size();
  }

  double devices() {
    return devices;
  }

  void enter() {
    members++;
  }

  /** Says whether that was the last one. */
  boolean leave() {
    members--;
    return members <= 0;
  }

  NavigableSet<Ranked> waiting() {
    return waiting;
  }

  /** The last who waits before a place in line. */
  @Nullable Ranked lastBefore(int priority, double key, long turn) {
    return waiting.isEmpty() ? null : waiting.lower(waiting.first().before(priority, key, turn));
  }

  /** The first who waits from a place in line on. */
  @Nullable Ranked firstFrom(int priority, double key, long turn) {
    return waiting.isEmpty() ? null : waiting.ceiling(waiting.first().before(priority, key, turn));
  }

  /** Whether this decision has no room for such a job; no decision has, beyond its limit. */
  boolean isFull(long decision) {
    return full == decision || !isWithinLimit;
  }

  void markFull(long decision) {
    full = decision;
  }

  int members() {
    return members;
  }

  /** Whether such a job would find room in the cluster if there were no other. */
  boolean isFeasible(Nodes nodes, Placement placement) {
    tryOn(nodes, placement);
    return feasible;
  }

  /** How many nodes one such job takes out of use at most; infinite where that cannot be told. */
  double share(Nodes nodes, Placement placement) {
    tryOn(nodes, placement);
    return share;
  }

  private void tryOn(Nodes nodes, Placement placement) {
    if (triedOn != nodes) {
      feasible = isWithinLimit && placement.claim(example, ask.size(), nodes.allFree());
      share =
          feasible && placement instanceof Ample ample
              ? ample.share(example, ask.size(), nodes)
              : feasible ? Double.POSITIVE_INFINITY : 0;
      triedOn = nodes;
    }
  }
}
