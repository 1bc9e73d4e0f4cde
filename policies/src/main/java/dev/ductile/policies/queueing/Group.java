package dev.ductile.policies.queueing;

import dev.ductile.api.Job;
import dev.ductile.api.Nodes;
import dev.ductile.api.Placement;
import dev.ductile.api.Size;
import dev.ductile.policies.SizedDemand;
import dev.ductile.policies.placements.BoundedPlacement;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Jobs with the same request. If one of them finds no place, none of the others does; so a decision
 * examines few of forty thousand waiting jobs.
 */
final class Group {
  private final SizedDemand request;
  private final Job example;
  private final double devices;
  private final NavigableSet<Ranked> waiting = new TreeSet<>(Ranked.IN_ORDER);
  private int members;
  private Nodes triedOn = Nodes.NONE;
  private boolean feasible;
  private double share;

  private final boolean isWithinLimit;

  /** The last decision in which one of these jobs found no place. */
  private long full = -1;

  Group(SizedDemand request, Job example) {
    this.request = request;
    this.example = example;
    this.devices = request.demand().devices(request.size());
    this.isWithinLimit = request.demand().isWithinLimit(request.size());
  }

  SizedDemand request() {
    return request;
  }

  Size size() {
    return request.size();
  }

  double devices() {
    return devices;
  }

  void enter() {
    members++;
  }

  /** Removes a job; true if it was the last one. */
  boolean leave() {
    members--;
    return members <= 0;
  }

  NavigableSet<Ranked> waiting() {
    return waiting;
  }

  /** The last waiting job before a position in the queue. */
  @Nullable Ranked lastBefore(int priority, double key, long turn) {
    return waiting.isEmpty() ? null : waiting.lower(waiting.first().before(priority, key, turn));
  }

  /** The first waiting job at or after a position in the queue. */
  @Nullable Ranked firstFrom(int priority, double key, long turn) {
    return waiting.isEmpty() ? null : waiting.ceiling(waiting.first().before(priority, key, turn));
  }

  /**
   * Whether such a job finds no place in this decision. A request above the job's limit never finds
   * one.
   */
  boolean isFull(long decision) {
    return full == decision || !isWithinLimit;
  }

  void markFull(long decision) {
    full = decision;
  }

  int members() {
    return members;
  }

  /** Whether such a job would find a place in the empty cluster. */
  boolean isFeasible(Nodes nodes, Placement placement) {
    tryOn(nodes, placement);
    return feasible;
  }

  /**
   * The most nodes that one such job takes out of use; infinite if the placement cannot bound it.
   */
  double share(Nodes nodes, Placement placement) {
    tryOn(nodes, placement);
    return share;
  }

  private void tryOn(Nodes nodes, Placement placement) {
    if (triedOn != nodes) {
      feasible = isWithinLimit && placement.claim(example, request.size(), nodes.allFree());
      share =
          feasible && placement instanceof BoundedPlacement bounded
              ? bounded.share(example, request.size(), nodes)
              : feasible ? Double.POSITIVE_INFINITY : 0;
      triedOn = nodes;
    }
  }
}
