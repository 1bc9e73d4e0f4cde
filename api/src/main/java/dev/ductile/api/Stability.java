package dev.ductile.api;

import java.time.Duration;

/**
 * The limits of the changes of one job. A job that exceeds them is left alone for a time, which
 * doubles with each further change.
 *
 * @param cooldown the time after a change during which no policy changes the job again
 * @param minimumRun the time after a start during which no policy changes the job
 * @param period the time in which changes are counted
 * @param mostChanges the changes of a job within the period above which it is left alone
 * @param mostReturns the returns of a job within the period above which it is left alone; a return
 *     leads back to an allocation of before, although nothing but the policy has changed since
 * @param firstRest the time for which it is left alone at first
 * @param longestRest the longest such time
 */
public record Stability(
    Duration cooldown,
    Duration minimumRun,
    Duration period,
    int mostChanges,
    int mostReturns,
    Duration firstRest,
    Duration longestRest) {
  /** The largest limit of changes or returns. */
  public static final int MOST = 100;

  /** Six changes or one return in an hour; then two minutes, at most an hour. */
  public static final Stability USUAL =
      new Stability(
          Duration.ZERO,
          Duration.ZERO,
          Duration.ofHours(1),
          6,
          1,
          Duration.ofMinutes(2),
          Duration.ofHours(1));

  private static final int MOST_DOUBLINGS = 20;

  public Stability {
    if (cooldown.isNegative() || minimumRun.isNegative()) {
      throw new IllegalArgumentException(
          "cooldown and minimum run cannot be negative: %s, %s".formatted(cooldown, minimumRun));
    }
    if (!period.isPositive() || !firstRest.isPositive()) {
      throw new IllegalArgumentException(
          "stability needs a period and a first rest above 0, not %s and %s"
              .formatted(period, firstRest));
    }
    requireLimit("changes", mostChanges);
    requireLimit("returns", mostReturns);
    if (longestRest.compareTo(firstRest) < 0) {
      throw new IllegalArgumentException(
          "the longest rest, %s, is shorter than the first, %s".formatted(longestRest, firstRest));
    }
  }

  private static void requireLimit(String name, int limit) {
    if (limit < 1 || limit > MOST) {
      throw new IllegalArgumentException(
          "%s must be between 1 and %d, not %d".formatted(name, MOST, limit));
    }
  }

  /** The time for which a job rests after this many changes and returns; zero within the limits. */
  public Duration rest(int changes, int returns) {
    Duration byChanges = doubled(changes - mostChanges);
    Duration byReturns = doubled(returns - mostReturns);
    return byChanges.compareTo(byReturns) > 0 ? byChanges : byReturns;
  }

  private Duration doubled(int beyond) {
    if (beyond <= 0) {
      return Duration.ZERO;
    }
    Duration rest = firstRest.multipliedBy(1L << Math.min(MOST_DOUBLINGS, beyond - 1));
    return rest.compareTo(longestRest) < 0 ? rest : longestRest;
  }
}
