package dev.ductile.models.fit;

import java.util.Arrays;
import java.util.List;

/** The fit of the papers: non-negative least squares. */
public enum LeastSquares {
  /** The error is in seconds per step, so the slowest setups weigh most. */
  SECONDS,
  /** The error is relative to the measurement. */
  RELATIVE;

  /**
   * The parameters with the least squared error.
   *
   * @throws IllegalArgumentException if with them a step of one worker would take no time
   */
  public double[] parameters(StepTimeForm form, List<Measurement> measurements) {
    if (measurements.isEmpty()) {
      throw new IllegalArgumentException("a fit needs at least one measurement");
    }
    double[][] columns = new double[form.terms().size()][measurements.size()];
    double[] right = new double[measurements.size()];
    for (int i = 0; i < right.length; i++) {
      Measurement measurement = measurements.get(i);
      double weight = Math.sqrt(measurement.weight()) * trust(measurement);
      double[] features = form.features(measurement.setup());
      for (int k = 0; k < columns.length; k++) {
        columns[k][i] = features[k] * weight;
      }
      right[i] = measurement.secondsPerStep() * weight;
    }
    return checked(
        form, NonNegativeLeastSquares.solve(columns, right), measurements.getFirst().setup());
  }

  /** If only larger sizes were measured, all time may be attributed to communication. */
  private static double[] checked(StepTimeForm form, double[] theta, Setup measured) {
    var alone = new Setup(1, Math.min(1, measured.servers()), measured.batch());
    if (!(form.secondsPerStep(theta, alone) > 0)) {
      throw new IllegalArgumentException(
          "with theta %s, the nearest to the measurements, a step on one worker takes no time;"
                  .formatted(Arrays.toString(theta))
              + " measure one worker too");
    }
    return theta;
  }

  private double trust(Measurement measurement) {
    return switch (this) {
      case SECONDS -> 1;
      case RELATIVE -> measurement.stepsPerSecond();
    };
  }
}
