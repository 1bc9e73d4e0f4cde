package dev.ductile.scenario;

import dev.ductile.text.NumberBounds;
import java.time.Duration;

/**
 * Limits of a run, under every policy.
 *
 * @param horizon the longest virtual time from the first arrival
 * @param decisions the largest number of decisions
 */
public record RunLimits(Duration horizon, @NumberBounds(least = 1) long decisions) {
  /** A hundred years and a hundred million decisions. */
  public static final RunLimits GENEROUS = new RunLimits(Duration.ofDays(36_525), 100_000_000);

  public RunLimits {
    if (horizon.isNegative() || horizon.isZero() || decisions < 1) {
      throw new IllegalArgumentException(
          "limits need a horizon and a number of decisions above zero, not %s and %d"
              .formatted(horizon, decisions));
    }
  }
}
