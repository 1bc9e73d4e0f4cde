package dev.ductile.scenario;

import java.time.Duration;

/**
 * When policies decide.
 *
 * @param onEvents whether at every event: an arrival, a completion, a change of a node
 * @param every the interval between further decisions; zero is never
 */
public record Decisions(boolean onEvents, Duration every) {
  public static final Decisions ON_EVENTS = new Decisions(true, Duration.ZERO);

  public Decisions {
    if (every.isNegative()) {
      throw new IllegalArgumentException("every cannot be negative: %s".formatted(every));
    }
    if (!onEvents && every.isZero()) {
      throw new IllegalArgumentException(
          "a policy that is asked neither on events nor at intervals never decides");
    }
  }
}
