package dev.ductile.scheduler;

import java.time.Duration;

/**
 * The times at which the policy is asked: after events, at the ticks of a period, or both. A period
 * of zero means no ticks.
 */
public record Pace(boolean onEvents, Duration every) {
  public static final Pace ON_EVENTS = new Pace(true, Duration.ZERO);

  public Pace {
    if (every.isNegative() || (!onEvents && every.isZero())) {
      throw new IllegalArgumentException(
          "a scheduler must be asked on events or at a period above zero, not on events: %s, every %s"
              .formatted(onEvents, every));
    }
  }

  public static Pace every(Duration period) {
    return new Pace(false, period);
  }

  public boolean isPeriodic() {
    return !every.isZero();
  }
}
