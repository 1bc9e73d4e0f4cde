package dev.ductile.models.fit;

import java.util.List;

/** How the papers fit their forms: non-negative least squares, and nothing beside it. */
public enum LeastSquares {
  /** Errors count in seconds per step, so the slowest setups count most. */
  SECONDS,
  /** Errors count relative to what was measured. */
  RELATIVE;

  /** The parameters of the form that are nearest to the measurements. */
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
    return NonNegative.solve(columns, right);
  }

  private double trust(Measurement measurement) {
    return switch (this) {
      case SECONDS -> 1;
      case RELATIVE -> measurement.stepsPerSecond();
    };
  }
}
