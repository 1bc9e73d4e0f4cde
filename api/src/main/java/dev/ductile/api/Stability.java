package dev.ductile.api;

import java.time.Duration;

/**
 * The limits of the changes of one job. A job that exceeds them is left alone for a time, which
 * doubles with each further change.
 *
 * @param cooldown the time after a change during which no policy changes the job again
 * @param minimumRun the time after a start during which no policy changes the job
 * @param period the time in which changes are counted
 * @param mostPaused the part of the period that the pauses of a job's changes may take; above it,
 *     the job is left alone
 * @param mostReturns the returns of a job within the period above which it is left alone; a return
 *     leads back to an allocation of before, although nothing but the policy has changed since
 * @param firstRest the time for which it is left alone at first
 * @param longestRest the longest such time
 */
public record Stability(
    Duration cooldown,
    Duration minimumRun,
    Duration period,
    double mostPaused,
    int mostReturns,
    Duration firstRest,
    Duration longestRest) {
  /** The largest limit of returns. */
  public static final int MOST = 100;

  /**
   * Pauses of three minutes or one return in an hour; then a rest of two minutes, at most an hour.
   */
  public static final Stability USUAL =
      new Stability(
          Duration.ZERO,
          Duration.ZERO,
          Duration.ofHours(1),
          0.05,
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
    if (!(mostPaused > 0 && mostPaused <= 1)) {
      throw new IllegalArgumentException(
          "paused is a part of the period above 0 and up to 1, not " + mostPaused);
    }
    if (mostReturns < 1 || mostReturns > MOST) {
      throw new IllegalArgumentException(
          "returns must be between 1 and %d, not %d".formatted(MOST, mostReturns));
    }
    if (longestRest.compareTo(firstRest) < 0) {
      throw new IllegalArgumentException(
          "the longest rest, %s, is shorter than the first, %s".formatted(longestRest, firstRest));
    }
  }

  /** The longest time that the pauses of a job may take in a period. */
  public Duration longestPaused() {
    return Duration.ofNanos((long) (mostPaused * period.toNanos()));
  }

  /** The time for which a job rests after this many changes beyond a limit; zero within it. */
  public Duration rest(int beyond) {
    if (beyond <= 0) {
      return Duration.ZERO;
    }
    Duration rest = firstRest.multipliedBy(1L << Math.min(MOST_DOUBLINGS, beyond - 1));
    return rest.compareTo(longestRest) < 0 ? rest : longestRest;
  }
}
