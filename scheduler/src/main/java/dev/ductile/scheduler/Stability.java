package dev.ductile.scheduler;

import java.time.Duration;

/**
 * The limits of the changes of one job. A job that exceeds them is left alone for a time, which
 * doubles with each further change.
 *
 * @param period the time in which changes are counted
 * @param mostChanges the changes of a job within the period above which it is left alone
 * @param firstRest the time for which it is left alone at first
 * @param longestRest the longest such time
 */
public record Stability(
    Duration period, int mostChanges, Duration firstRest, Duration longestRest) {
  /** Six changes in an hour; then two minutes, at most an hour. */
  public static final Stability USUAL =
      new Stability(Duration.ofHours(1), 6, Duration.ofMinutes(2), Duration.ofHours(1));

  private static final int MOST_DOUBLINGS = 20;

  public Stability {
    if (!period.isPositive() || !firstRest.isPositive() || mostChanges < 1) {
      throw new IllegalArgumentException(
          "stability needs a period, a first rest and a number of changes above 0, not %s, %s and %d"
              .formatted(period, firstRest, mostChanges));
    }
    if (longestRest.compareTo(firstRest) < 0) {
      throw new IllegalArgumentException(
          "the longest rest, %s, is shorter than the first, %s".formatted(longestRest, firstRest));
    }
  }

  /** The time for which a job rests after its last of this many changes; zero within the limit. */
  Duration rest(int changes) {
    int beyond = changes - mostChanges;
    if (beyond <= 0) {
      return Duration.ZERO;
    }
    Duration rest = firstRest.multipliedBy(1L << Math.min(MOST_DOUBLINGS, beyond - 1));
    return rest.compareTo(longestRest) < 0 ? rest : longestRest;
  }
}
