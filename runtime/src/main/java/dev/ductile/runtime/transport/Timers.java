package dev.ductile.runtime.transport;

import java.util.OptionalLong;
import java.util.PriorityQueue;

/** Actions to be run at a time, in order; times may wrap around, as those of a clock may. */
final class Timers {
  private final PriorityQueue<Timer> waiting = new PriorityQueue<>();
  private long count;

  private record Timer(long at, long order, Runnable action) implements Comparable<Timer> {
    @Override
    public int compareTo(Timer other) {
      int byTime = Long.signum(at - other.at);
      return byTime == 0 ? Long.compare(order, other.order) : byTime;
    }
  }

  void add(long at, Runnable action) {
    waiting.add(new Timer(at, count++, action));
  }

  /** The time of the next action. */
  OptionalLong next() {
    Timer next = waiting.peek();
    return next == null ? OptionalLong.empty() : OptionalLong.of(next.at());
  }

  /** Runs the actions that are due, up to a number of them. */
  void run(long now, int most) {
    for (int i = 0; i < most; i++) {
      Timer next = waiting.peek();
      if (next == null || next.at() - now > 0) {
        return;
      }
      waiting.remove();
      next.action().run();
    }
  }
}
