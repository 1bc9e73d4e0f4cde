package dev.ductile.models.topology;

import java.util.List;

/** Finds what a job's steps cost from measured placements. */
public final class PlacementFit {
  private static final int PARAMETERS = 8;

  /** A residual this large, as a share of the measured time, is about to count as odd. */
  private static final double TOLERANCE = 0.1;

  private static final double MOST_OVERLAP = 10;

  /** Where searches start: how far computing and exchanging overlap. */
  private static final List<double[]> STARTS = List.of(start(0.1), start(0.4), start(1));

  private final List<Measured> measurements;

  private PlacementFit(List<Measured> measurements) {
    this.measurements = measurements;
  }

  /**
   * The costs under which the measurements are the least surprising, relative to their size. What
   * they do not tell, such as the network when all were on one node, stays a guess: a share of the
   * shortest step.
   *
   * @param measurements at least 8, one for each parameter
   */
  public static StepCosts of(List<Measured> measurements) {
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
    for (Measured measured : measurements) {
      shortest = Math.min(shortest, measured.secondsPerStep());
      perExample = Math.max(perExample, measured.secondsPerStep() / measured.examplesPerWorker());
    }
    double[] scales = scales(shortest, perExample);
    var descent = new Descent(roots -> residuals(costs(roots, scales)), TOLERANCE);
    return costs(descent.best(STARTS), scales);
  }

  private double[] residuals(StepCosts costs) {
    double[] residuals = new double[measurements.size()];
    for (int i = 0; i < residuals.length; i++) {
      Measured measured = measurements.get(i);
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

  /** Squares keep what must not be negative from being so, and the network behind the node. */
  private static StepCosts costs(double[] roots, double[] scales) {
    double[] value = new double[scales.length];
    for (int i = 0; i < value.length; i++) {
      value[i] = scales[i] * roots[i] * roots[i];
    }
    double overlap = roots[7] * roots[7];
    var local = new Link(value[2], value[3]);
    return new StepCosts(
        value[0],
        Math.max(value[1], Double.MIN_NORMAL),
        local,
        new Link(value[2] + value[4], value[3] + value[5]),
        1 + value[6],
        1 + (MOST_OVERLAP - 1) * overlap / (1 + overlap));
  }
}
