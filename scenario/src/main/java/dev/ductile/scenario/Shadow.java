package dev.ductile.scenario;

import dev.ductile.text.NumberBounds;
import java.time.Duration;
import java.util.Optional;

/**
 * A policy that decides in shadow beside the acting one, which is then its teacher. Its plans are
 * logged and not applied, until an evaluation promotes it.
 *
 * @param promote when it may become the acting policy; never if it is absent
 * @param fallback when the teacher acts again
 */
public record Shadow(Choice policy, Optional<Promotion> promote, Fallback fallback) {
  /** The fewest windows of which a difference has an interval. */
  public static final int FEWEST_WINDOWS = 3;

  /** The most windows of an evaluation, and the most decisions of a moving average. */
  public static final int MOST = 10_000;

  /**
   * The evaluation by which the policy in shadow is promoted: both policies are simulated on
   * windows of the recorded arrivals.
   *
   * @param after the time in shadow before the first evaluation, and between two of them
   * @param windows the number of windows
   * @param jobs the fewest jobs of a window
   */
  public record Promotion(
      Duration after,
      @NumberBounds(least = FEWEST_WINDOWS, most = MOST) int windows,
      @NumberBounds(least = 1) int jobs) {
    public static final Promotion DEFAULT = new Promotion(Duration.ofHours(24), 10, 5);

    public Promotion {
      if (after.isNegative() || after.isZero()) {
        throw new IllegalArgumentException("after must be above zero, not %s".formatted(after));
      }
      if (windows < FEWEST_WINDOWS || windows > MOST) {
        throw new IllegalArgumentException(
            "windows must be between %d and %d, not %d".formatted(FEWEST_WINDOWS, MOST, windows));
      }
      if (jobs < 1) {
        throw new IllegalArgumentException("jobs must be at least 1, not " + jobs);
      }
    }
  }

  /**
   * The limits beyond which the teacher acts again.
   *
   * @param decisions the number of last decisions over which shares and averages are taken
   * @param unfamiliar the largest share of decisions with an input unlike anything in training
   * @param poor the largest share of decisions with a poor or illegal plan
   * @param drop the largest drop of the reward below that of the teacher
   */
  public record Fallback(
      @NumberBounds(least = 1, most = MOST) int decisions,
      @NumberBounds(least = 0, most = 1) double unfamiliar,
      @NumberBounds(least = 0, most = 1) double poor,
      @NumberBounds(least = 0, most = 1) double drop) {
    public static final Fallback DEFAULT = new Fallback(30, 0.2, 0.1, 0.2);

    public Fallback {
      if (decisions < 1 || decisions > MOST) {
        throw new IllegalArgumentException(
            "decisions must be between 1 and %d, not %d".formatted(MOST, decisions));
      }
      requireShare("unfamiliar", unfamiliar);
      requireShare("poor", poor);
      requireShare("drop", drop);
    }

    private static void requireShare(String name, double share) {
      if (!(share >= 0 && share <= 1)) {
        throw new IllegalArgumentException(
            "%s must be between 0 and 1, not %s".formatted(name, share));
      }
    }
  }
}
