package dev.ductile.engines.supervision;

import java.time.Duration;
import java.time.Instant;

/**
 * The time since which this engine has run without a break. An engine that was stopped, by Ctrl-Z
 * for instance, has not read the output of tasks meanwhile, so a break counts as silence of no
 * task.
 */
final class PauseDetector {
  /** Checking all jobs once takes less. */
  private static final Duration LONGEST_LOOK = Duration.ofSeconds(1);

  private volatile Instant since;
  private Instant due;

  PauseDetector(Instant now) {
    since = now;
    due = now;
  }

  /** The engine is about to wait, at most for this long. */
  void rests(Instant now, Duration most) {
    notice(now);
    due = now.plus(most).plus(LONGEST_LOOK);
  }

  /** The engine runs again after a wait. */
  void wakes(Instant now) {
    notice(now);
    due = now.plus(LONGEST_LOOK);
  }

  /** Silence before this time counts no longer. */
  void restart(Instant now) {
    since = now;
  }

  private void notice(Instant now) {
    if (now.isAfter(due)) {
      since = now;
    }
  }

  /** How long the engine has received nothing while it listened. */
  Duration silence(Instant heardAt, Instant now) {
    Instant from = heardAt.isAfter(since) ? heardAt : since;
    return Duration.between(from, now);
  }
}
