package dev.ductile.models.profile;

import java.util.Arrays;

/**
 * Statistics of repeated measurements of one quantity, such as seconds or bytes.
 *
 * @param count the number of measurements
 * @param mean the mean of the middle 80 %, so that outliers do not count
 * @param quarter the first quartile
 * @param threeQuarters the third quartile
 */
public record MeasurementSummary(
    int count, double mean, double median, double quarter, double threeQuarters) {
  private static final double TRIMMED = 0.1;

  /** The factor from the interquartile range to the standard deviation of a normal distribution. */
  private static final double SIGMA_BY_QUARTILES = 1 / 1.349;

  public MeasurementSummary {
    if (count < 1 || !(quarter >= 0 && quarter <= median && median <= threeQuarters)) {
      throw new IllegalArgumentException(
          "measurements need 0 <= first quartile <= median <= third quartile, not %s, %s, %s of %d"
              .formatted(quarter, median, threeQuarters, count));
    }
    if (!(mean >= 0) || Double.isInfinite(mean) || Double.isInfinite(threeQuarters)) {
      throw new IllegalArgumentException(
          "a time must be a finite number of at least 0, not %s".formatted(mean));
    }
  }

  /** The statistics of these measurements, at least one, each finite and not negative. */
  public static MeasurementSummary of(double... seconds) {
    double[] sorted = seconds.clone();
    Arrays.sort(sorted);
    if (sorted.length == 0) {
      throw new IllegalArgumentException("statistics need at least one measurement");
    }
    if (!(sorted[0] >= 0)) {
      throw new IllegalArgumentException("a time cannot be %s".formatted(sorted[0]));
    }
    int cut = (int) (sorted.length * TRIMMED);
    double mean = Arrays.stream(sorted, cut, sorted.length - cut).average().orElseThrow();
    return new MeasurementSummary(
        sorted.length, mean, quantile(sorted, 0.5), quantile(sorted, 0.25), quantile(sorted, 0.75));
  }

  /** The standard error of the mean. */
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
