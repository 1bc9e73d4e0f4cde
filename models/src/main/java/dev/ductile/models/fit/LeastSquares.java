package dev.ductile.models.fit;

import java.util.Arrays;
import java.util.List;

/** How the papers fit their forms: non-negative least squares, and nothing beside it. */
public enum LeastSquares {
  /** Errors count in seconds per step, so the slowest setups count most. */
  SECONDS,
  /** Errors count relative to what was measured. */
  RELATIVE;

  /**
   * The parameters of the form that are nearest to the measurements.
   *
   * @throws IllegalArgumentException where they would make one worker's step take no time
   */
  public double[] parameters(Form form, List<Measurement> measurements) {
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

  /** Where only larger sizes were measured, all of their time may look like communication. */
  private static double[] checked(Form form, double[] theta, Setup measured) {
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
