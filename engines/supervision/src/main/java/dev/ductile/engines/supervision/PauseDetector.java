package dev.ductile.engines.supervision;

import java.time.Duration;
import java.time.Instant;

/**
 * Since when this engine runs without a break. A process that was stopped, by Ctrl-Z for instance,
 * has not read what others said meanwhile, so that time counts as nobody's silence.
 */
final class PauseDetector {
  /** One look at all jobs takes less. */
  private static final Duration LONGEST_LOOK = Duration.ofSeconds(1);

  private volatile Instant since;
  private Instant due;

  PauseDetector(Instant now) {
    since = now;
    due = now;
  }

  /** The engine is about to wait, for so long at most. */
  void rests(Instant now, Duration most) {
    notice(now);
    due = now.plus(most).plus(LONGEST_LOOK);
  }

  /** The engine looks again. */
  void wakes(Instant now) {
    notice(now);
    due = now.plus(LONGEST_LOOK);
  }

  private void notice(Instant now) {
    if (now.isAfter(due)) {
      since = now;
    }
  }

  /** How long nothing has been heard although the engine listened. */
  Duration silence(Instant heardAt, Instant now) {
    Instant from = heardAt.isAfter(since) ? heardAt : since;
    return Duration.between(from, now);
  }
}
