package dev.ductile.scheduler;

import java.time.Duration;

/**
 * The times at which the policy is asked: after events, at the ticks of a period, or both. A period
 * of zero means no ticks.
 */
public record DecisionTimes(boolean onEvents, Duration every) {
  public static final DecisionTimes ON_EVENTS = new DecisionTimes(true, Duration.ZERO);

  public DecisionTimes {
    if (every.isNegative() || (!onEvents && every.isZero())) {
      throw new IllegalArgumentException(
          "a scheduler must be asked on events or at a period above zero, not on events: %s, every %s"
              .formatted(onEvents, every));
    }
  }

  public static DecisionTimes every(Duration period) {
    return new DecisionTimes(false, period);
  }

  public boolean isPeriodic() {
    return !every.isZero();
  }
}
