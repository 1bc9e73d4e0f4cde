package dev.ductile.simulator;

import org.apache.commons.statistics.distribution.TDistribution;

/** A mean over seeds with its 95 % confidence interval (Student's t); open for a single seed. */
public record Interval(double mean, double low, double high, int samples) {
  private static final double CONFIDENCE = 0.95;

  /** A width below this part of the mean is a rounding error of the sum. */
  private static final double SAME = 1e-9;

  public static Interval of(double[] values) {
    int n = values.length;
    double mean = java.util.Arrays.stream(values).average().orElse(Double.NaN);
    if (n < 2) {
      return new Interval(mean, Double.NaN, Double.NaN, n);
    }
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    double error = Math.sqrt(squares / (n - 1) / n);
    double quantile = TDistribution.of(n - 1).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
    return new Interval(mean, mean - quantile * error, mean + quantile * error, n);
  }

  /** Half its width as a share of the mean; not a number for a single seed. */
  public double relativeHalfWidth() {
    return (high - low) / 2 / Math.abs(mean);
  }

  /** Whether all of several samples are the same, so that the seeds change nothing. */
  public boolean isConstant() {
    return samples > 1 && high - low <= SAME * Math.abs(mean);
  }

  /** Whether zero is outside; a difference is then significant. */
  public boolean excludesZero() {
    return low > 0 || high < 0;
  }
}
