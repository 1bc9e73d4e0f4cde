package dev.ductile.models.fit;

/**
 * The most probable parameters of a step-time model: the maximum of their posterior. Damped
 * Gauss-Newton steps (Marquardt, SIAM 1963) over the logarithms of the parameters find it, so that
 * no parameter falls below 0.
 */
final class MaximumAPosteriori {
  private static final int MOST_STEPS = 30;
  private static final int MOST_DAMPINGS = 8;
  private static final double LONGEST_STEP = 3;
  private static final double SMALL = 1e-6;

  private final double[][] features;
  private final double[] logSpeeds;
  private final Cholesky covariance;
  private final StepComposition step;
  private final double expected;
  private final double spread;

  /**
   * A search for the parameters.
   *
   * @param features the features of each measurement, scaled so that each parameter is a share of a
   *     step
   * @param covariance the covariance of the residuals of the measurements
   */
  MaximumAPosteriori(
      double[][] features, double[] logSpeeds, Cholesky covariance, StepTimeModel model) {
    this.features = features;
    this.logSpeeds = logSpeeds;
    this.covariance = covariance;
    this.step = model.step();
    this.expected = model.expectedShare();
    this.spread = model.spread();
  }

  /** The logarithms of the most probable parameters, searched from a start. */
  double[] from(double[] start) {
    double[] at = start;
    double cost = cost(at);
    double damping = 1e-2;
    for (int round = 0; round < MOST_STEPS; round++) {
      double[][] curvature = new double[at.length][at.length];
      double[] downhill = downhill(at, curvature);
      double before = cost;
      for (int attempt = 0; attempt < MOST_DAMPINGS; attempt++) {
        double[] next = moved(at, damped(curvature, damping).solve(downhill));
        double nextCost = cost(next);
        if (nextCost <= cost) {
          damping = Math.max(damping / 4, SMALL);
          at = next;
          cost = nextCost;
          break;
        }
        damping *= 4;
      }
      if (before - cost < SMALL) {
        return at;
      }
    }
    return at;
  }

  /** The derivative of the logarithm of the speed by the logarithm of each parameter. */
  static double[] slope(StepComposition step, double[] features, double[] logParameters) {
    double[] slope = step.shares(times(features, logParameters));
    for (int k = 0; k < slope.length; k++) {
      slope[k] = -slope[k];
    }
    return slope;
  }

  static double logSeconds(StepComposition step, double[] features, double[] logParameters) {
    return StrictMath.log(step.seconds(times(features, logParameters)));
  }

  private static double[] times(double[] features, double[] logParameters) {
    double[] times = new double[features.length];
    for (int k = 0; k < times.length; k++) {
      times[k] = features[k] * StrictMath.exp(logParameters[k]);
    }
    return times;
  }

  private double[] residuals(double[] at) {
    double[] residuals = new double[features.length];
    for (int i = 0; i < residuals.length; i++) {
      residuals[i] = logSpeeds[i] + logSeconds(step, features[i], at);
    }
    return residuals;
  }

  private double cost(double[] at) {
    double[] errors = covariance.half(residuals(at));
    double cost = Vectors.dot(errors, errors);
    for (double parameter : at) {
      double off = (parameter - expected) / spread;
      cost += off * off;
    }
    return cost / 2;
  }

  /** The negative gradient of the cost; its curvature is written into the second argument. */
  private double[] downhill(double[] at, double[][] curvature) {
    double[][] slopes = new double[at.length][features.length];
    for (int i = 0; i < features.length; i++) {
      double[] slope = slope(step, features[i], at);
      for (int k = 0; k < at.length; k++) {
        slopes[k][i] = slope[k];
      }
    }
    double[] errors = covariance.half(residuals(at));
    double[][] whitened = new double[at.length][];
    double[] downhill = new double[at.length];
    for (int k = 0; k < at.length; k++) {
      whitened[k] = covariance.half(slopes[k]);
      downhill[k] = Vectors.dot(whitened[k], errors) - (at[k] - expected) / (spread * spread);
      for (int j = 0; j <= k; j++) {
        curvature[k][j] = Vectors.dot(whitened[k], whitened[j]);
      }
      curvature[k][k] += 1 / (spread * spread);
    }
    return downhill;
  }

  private static Cholesky damped(double[][] curvature, double damping) {
    double[][] damped = new double[curvature.length][];
    for (int k = 0; k < damped.length; k++) {
      damped[k] = curvature[k].clone();
      damped[k][k] *= 1 + damping;
    }
    return Cholesky.of(damped);
  }

  private static double[] moved(double[] at, double[] way) {
    double[] moved = at.clone();
    for (int k = 0; k < moved.length; k++) {
      moved[k] += Math.clamp(way[k], -LONGEST_STEP, LONGEST_STEP);
    }
    return moved;
  }
}
