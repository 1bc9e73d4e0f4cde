package dev.ductile.server.use;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The use of a job at some instants of the latest period, the oldest first. */
record RecentUse(List<Mark> marks) {
  static final RecentUse NONE = new RecentUse(List.of());

  private static final int MARKS = 15;
  private static final double IDLE_SHARE = 0.05;

  record Mark(Instant at, DeviceUse use) {}

  RecentUse {
    marks = List.copyOf(marks);
  }

  /** The same with one more instant; without those that the period no longer needs. */
  RecentUse with(Mark newest, Duration period) {
    var kept = new ArrayList<>(marks);
    Instant next = kept.size() < 2 ? Instant.MIN : kept.get(kept.size() - 2).at();
    boolean isClose = kept.size() > 1 && newest.at().isBefore(next.plus(period.dividedBy(MARKS)));
    if (isClose) {
      kept.removeLast();
    }
    kept.add(newest);
    Instant begin = newest.at().minus(period);
    while (kept.size() > 1 && !kept.get(1).at().isAfter(begin)) {
      kept.removeFirst();
    }
    return new RecentUse(kept);
  }

  /** Whether the job was measured for the period, and used less than 5 % of its devices. */
  boolean isIdle(Duration period) {
    if (marks.size() < 2) {
      return false;
    }
    Mark first = marks.getFirst();
    Mark last = marks.getLast();
    double measured = last.use().measured() - first.use().measured();
    return !first.at().isAfter(last.at().minus(period))
        && measured > 0
        && last.use().used() - first.use().used() < IDLE_SHARE * measured;
  }
}
