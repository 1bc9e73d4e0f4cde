package dev.ductile.engines.supervision;

import java.time.Instant;

/** How often a job may be started again, and when the next start is due. */
final class RestartBudget {
  private static final int MOST_PORT_CLASHES = 3;

  private final Settings.Patience patience;
  private int crashes;
  private int portClashes;
  private Instant nextStart = Instant.MIN;

  RestartBudget(Settings.Patience patience) {
    this.patience = patience;
  }

  /** The crashes that an earlier engine has counted. */
  void restore(int counted) {
    crashes = counted;
  }

  int crashes() {
    return crashes;
  }

  boolean isDue(Instant now) {
    return !now.isBefore(nextStart);
  }

  /** Whether the job starts again after another process took its port; it counts as no crash. */
  boolean allowsPortClash() {
    return portClashes++ < MOST_PORT_CLASHES;
  }

  /**
   * Counts a crash.
   *
   * @param excused whether the crash does not count against the job
   * @param limit how many crashes the job may have
   * @return whether the job may start again
   */
  boolean allowsCrash(boolean excused, int limit, Instant now) {
    crashes += excused ? 0 : 1;
    nextStart = now.plus(patience.restart(Math.max(1, crashes)));
    return crashes <= limit;
  }
}
