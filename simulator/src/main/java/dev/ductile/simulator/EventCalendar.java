package dev.ductile.simulator;

import java.util.PriorityQueue;

/** The planned events of a simulation, by time and then by order of planning. */
final class EventCalendar {
  /** A planned event. It is stale, and is skipped, once the version of its subject has changed. */
  record PlannedEvent(long nanos, long order, Kind kind, JobExecution subject, long version)
      implements Comparable<PlannedEvent> {
    @Override
    public int compareTo(PlannedEvent other) {
      int byTime = Long.compare(nanos, other.nanos);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }

    boolean isStale() {
      return version != subject.version();
    }
  }

  enum Kind {
    /** A started or rescaled job begins to train. */
    BEGIN,
    /** A job reports how fast it trains. */
    REPORT,
    /** A job's early feedback is complete. */
    FEEDBACK,
    FINISH
  }

  private final PriorityQueue<PlannedEvent> items = new PriorityQueue<>();
  private long planned;

  /** Plans an event; {@link SimulatedTime#NEVER} plans nothing. */
  void plan(long nanos, Kind kind, JobExecution subject) {
    if (nanos != SimulatedTime.NEVER) {
      items.add(new PlannedEvent(nanos, planned++, kind, subject, subject.version()));
    }
  }

  /** The time of the next event that is not stale; {@link SimulatedTime#NEVER} for none. */
  long next() {
    while (!items.isEmpty() && items.peek().isStale()) {
      items.poll();
    }
    return items.isEmpty() ? SimulatedTime.NEVER : items.peek().nanos();
  }

  /** Removes the next event; call {@link #next} first, which drops stale events. */
  PlannedEvent remove() {
    return items.remove();
  }
}
