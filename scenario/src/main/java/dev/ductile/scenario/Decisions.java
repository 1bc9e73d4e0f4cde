package dev.ductile.scenario;

import java.time.Duration;

/**
 * When a policy is asked.
 *
 * @param onEvents whenever something happened: an arrival, a completion, a node that comes or goes
 * @param every and at these intervals; zero is never
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
