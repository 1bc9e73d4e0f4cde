package dev.ductile.simulator;

import java.util.PriorityQueue;

/** What will happen when, in order of time and, at one time, in the order it was planned. */
final class Agenda {
  /**
   * One planned happening. What became of its subject since is told by the version: a happening
   * planned for an older one is stale and does not take place.
   */
  record Item(long nanos, long order, Kind kind, Body subject, long version)
      implements Comparable<Item> {
    @Override
    public int compareTo(Item other) {
      int byTime = Long.compare(nanos, other.nanos);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }

    boolean isStale() {
      return version != subject.version();
    }
  }

  enum Kind {
    /** A started or changed job begins to train. */
    BEGIN,
    /** A job's early feedback is complete. */
    FEEDBACK,
    FINISH
  }

  private final PriorityQueue<Item> items = new PriorityQueue<>();
  private long planned;

  /** Plans a happening; {@link SimulatedTime#NEVER} plans nothing. */
  void plan(long nanos, Kind kind, Body subject) {
    if (nanos != SimulatedTime.NEVER) {
      items.add(new Item(nanos, planned++, kind, subject, subject.version()));
    }
  }

  /** The time of the next happening that is not stale; {@link SimulatedTime#NEVER} for none. */
  long next() {
    while (!items.isEmpty() && items.peek().isStale()) {
      items.poll();
    }
    return items.isEmpty() ? SimulatedTime.NEVER : items.peek().nanos();
  }

  /** Takes the next happening, which {@link #next} has just told the time of. */
  Item take() {
    return items.remove();
  }
}
