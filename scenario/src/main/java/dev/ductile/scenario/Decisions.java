package dev.ductile.scenario;

import java.time.Duration;

/**
 * When policies decide.
 *
 * @param onEvents whether at every event: an arrival, a completion, a change of a node
 * @param every the interval between further decisions; zero is never
 * @param leastInterval the least time from one decision to the next one at an event
 */
public record Decisions(boolean onEvents, Duration every, Duration leastInterval) {
  public static final Decisions ON_EVENTS = new Decisions(true, Duration.ZERO);

  public Decisions {
    if (leastInterval.isNegative()) {
      throw new IllegalArgumentException(
          "leastInterval cannot be negative: %s".formatted(leastInterval));
    }
    if (every.isNegative()) {
      throw new IllegalArgumentException("every cannot be negative: %s".formatted(every));
    }
    if (!onEvents && every.isZero()) {
      throw new IllegalArgumentException(
          "a policy that is asked neither on events nor at intervals never decides");
    }
  }

  /** The same without a least interval. */
  public Decisions(boolean onEvents, Duration every) {
    this(onEvents, every, Duration.ZERO);
  }

  public Decisions withLeastInterval(Duration interval) {
    return new Decisions(onEvents, every, interval);
  }
}
