package dev.ductile.scheduler;

import java.time.Duration;

/**
 * The times at which the policy is asked: after events, at the ticks of a period, or both.
 *
 * @param every the period; zero means no ticks
 * @param leastInterval the least time from the end of a decision to the next one after an event;
 *     the events of this time share that decision
 */
public record DecisionTimes(boolean onEvents, Duration every, Duration leastInterval) {
  public static final DecisionTimes ON_EVENTS = new DecisionTimes(true, Duration.ZERO);

  public DecisionTimes {
    if (every.isNegative() || (!onEvents && every.isZero())) {
      throw new IllegalArgumentException(
          "a scheduler must be asked on events or at a period above zero, not on events: %s, every %s"
              .formatted(onEvents, every));
    }
    if (leastInterval.isNegative()) {
      throw new IllegalArgumentException(
          "the least interval of decisions cannot be negative: %s".formatted(leastInterval));
    }
  }

  /** The same without a least interval. */
  public DecisionTimes(boolean onEvents, Duration every) {
    this(onEvents, every, Duration.ZERO);
  }

  public static DecisionTimes every(Duration period) {
    return new DecisionTimes(false, period);
  }

  public boolean isPeriodic() {
    return !every.isZero();
  }
}
