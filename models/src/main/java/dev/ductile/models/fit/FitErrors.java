package dev.ductile.models.fit;

import dev.ductile.api.Estimate;
import java.util.Arrays;
import java.util.Collection;
import java.util.function.Function;

/**
 * The relative errors of a fit on measurements.
 *
 * @param points the number of measurements
 * @param covered the share of measurements inside the 90 % range of their prediction
 */
public record FitErrors(int points, double mean, double median, double worst, double covered) {
  /** The errors of these predictions. */
  public static FitErrors of(
      Function<Setup, Estimate> predict, Collection<Measurement> measurements) {
    if (measurements.isEmpty()) {
      return new FitErrors(0, 0, 0, 0, 0);
    }
    double[] errors = new double[measurements.size()];
    int count = 0;
    int inside = 0;
    for (Measurement measurement : measurements) {
      double measured = measurement.stepsPerSecond();
      Estimate estimate = predict.apply(measurement.setup());
      errors[count] = Math.abs(estimate.stepsPerSecond() / measured - 1);
      inside += estimate.low() <= measured && measured <= estimate.high() ? 1 : 0;
      count++;
    }
    Arrays.sort(errors);
    double median = (errors[count / 2] + errors[(count - 1) / 2]) / 2;
    return new FitErrors(
        count, Vectors.mean(errors), median, errors[count - 1], inside / (double) count);
  }
}
