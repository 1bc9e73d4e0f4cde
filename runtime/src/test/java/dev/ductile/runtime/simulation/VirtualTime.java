package dev.ductile.runtime.simulation;

import java.util.PriorityQueue;

/** The clock of a simulation and its future events, in order. */
final class VirtualTime {
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private long now;
  private long count;

  /** Events of the same moment happen in the order in which they were scheduled. */
  private record Event(long at, long order, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(at, other.at);
      return byTime == 0 ? Long.compare(order, other.order) : byTime;
    }
  }

  /** Nanoseconds since the simulation began. */
  long now() {
    return now;
  }

  void at(long moment, Runnable action) {
    events.add(new Event(Math.max(moment, now), count++, action));
  }

  void after(long nanos, Runnable action) {
    at(now + nanos, action);
  }

  /** Advances to the next event; returns false if there is none before that moment. */
  boolean next(long until) {
    Event event = events.peek();
    if (event == null || event.at() > until) {
      now = until;
      return false;
    }
    events.remove();
    now = event.at();
    event.action().run();
    return true;
  }
}
