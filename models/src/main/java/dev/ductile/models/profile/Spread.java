package dev.ductile.models.profile;

import java.util.Arrays;

/**
 * A time that was measured several times, in seconds.
 *
 * @param count how often it was measured
 * @param mean of the middle 80 %, so that a hiccup of the machine does not count
 * @param quarter a quarter of the measurements took no longer
 * @param threeQuarters three quarters of them took no longer
 */
public record Spread(int count, double mean, double median, double quarter, double threeQuarters) {
  private static final double TRIMMED = 0.1;

  /** From its quartiles to its standard deviation, where a time is normally distributed. */
  private static final double SIGMA_BY_QUARTILES = 1 / 1.349;

  public Spread {
    if (count < 1 || !(quarter >= 0 && quarter <= median && median <= threeQuarters)) {
      throw new IllegalArgumentException(
          "a spread needs 0 <= quarter <= median <= three quarters, not %s, %s, %s of %d"
              .formatted(quarter, median, threeQuarters, count));
    }
    if (!(mean >= 0) || Double.isInfinite(mean) || Double.isInfinite(threeQuarters)) {
      throw new IllegalArgumentException(
          "a time must be a finite number of at least 0, not %s".formatted(mean));
    }
  }

  /** The spread of these measurements, at least one, each finite and not negative. */
  public static Spread of(double... seconds) {
    double[] sorted = seconds.clone();
    Arrays.sort(sorted);
    if (sorted.length == 0) {
      throw new IllegalArgumentException("a spread needs at least one measurement");
    }
    if (!(sorted[0] >= 0)) {
      throw new IllegalArgumentException("a time cannot be %s".formatted(sorted[0]));
    }
    int cut = (int) (sorted.length * TRIMMED);
    double mean = Arrays.stream(sorted, cut, sorted.length - cut).average().orElseThrow();
    return new Spread(
        sorted.length, mean, quantile(sorted, 0.5), quantile(sorted, 0.25), quantile(sorted, 0.75));
  }

  /** How far the mean may be off by chance: its standard error. */
  public double standardError() {
    return (threeQuarters - quarter) * SIGMA_BY_QUARTILES / StrictMath.sqrt(count);
  }

  private static double quantile(double[] sorted, double share) {
    double place = share * (sorted.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
  }
}
