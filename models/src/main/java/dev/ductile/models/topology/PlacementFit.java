package dev.ductile.models.topology;

import java.util.List;

/** Fits the step costs of a job to measured placements. */
public final class PlacementFit {
  private static final int PARAMETERS = 8;

  /** The relative residual beyond which a measurement is treated as an outlier. */
  private static final double TOLERANCE = 0.1;

  private static final double MOST_OVERLAP = 10;

  /** The starts of the searches, which differ in the overlap. */
  private static final List<double[]> STARTS = List.of(start(0.1), start(0.4), start(1));

  private final List<PlacementMeasurement> measurements;

  private PlacementFit(List<PlacementMeasurement> measurements) {
    this.measurements = measurements;
  }

  /**
   * The costs with the smallest relative errors. A cost that the measurements do not determine,
   * such as the network if all were on one node, stays a guess: a share of the shortest step.
   *
   * @param measurements at least 8, one for each parameter
   */
  public static StepCosts of(List<PlacementMeasurement> measurements) {
    if (measurements.size() < PARAMETERS) {
      throw new IllegalArgumentException(
          "a fit of placements needs at least %d measurements, not %d"
              .formatted(PARAMETERS, measurements.size()));
    }
    return new PlacementFit(List.copyOf(measurements)).best();
  }

  private StepCosts best() {
    double shortest = Double.POSITIVE_INFINITY;
    double perExample = 0;
    for (PlacementMeasurement measured : measurements) {
      shortest = Math.min(shortest, measured.secondsPerStep());
      perExample = Math.max(perExample, measured.secondsPerStep() / measured.examplesPerWorker());
    }
    double[] scales = scales(shortest, perExample);
    var descent = new RobustLeastSquares(roots -> residuals(costs(roots, scales)), TOLERANCE);
    return costs(descent.best(STARTS), scales);
  }

  private double[] residuals(StepCosts costs) {
    double[] residuals = new double[measurements.size()];
    for (int i = 0; i < residuals.length; i++) {
      PlacementMeasurement measured = measurements.get(i);
      double seconds = costs.seconds(measured.examplesPerWorker(), measured.spread());
      residuals[i] = StrictMath.log(seconds / measured.secondsPerStep());
    }
    return residuals;
  }

  private static double[] scales(double shortest, double perExample) {
    double quarter = shortest / 4;
    return new double[] {shortest, perExample, quarter, quarter, quarter, quarter, 1};
  }

  private static double[] start(double overlap) {
    return new double[] {0.7, 0.5, 0.5, 0.3, 1, 0.5, 0.5, overlap};
  }

  /**
   * The costs of some parameters. Squares keep them non-negative, and the network no faster than
   * the local links.
   */
  private static StepCosts costs(double[] roots, double[] scales) {
    double[] value = new double[scales.length];
    for (int i = 0; i < value.length; i++) {
      value[i] = scales[i] * roots[i] * roots[i];
    }
    double overlap = roots[7] * roots[7];
    var local = new LinkCost(value[2], value[3]);
    return new StepCosts(
        value[0],
        Math.max(value[1], Double.MIN_NORMAL),
        local,
        new LinkCost(value[2] + value[4], value[3] + value[5]),
        1 + value[6],
        1 + (MOST_OVERLAP - 1) * overlap / (1 + overlap));
  }
}
