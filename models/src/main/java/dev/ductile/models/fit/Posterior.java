package dev.ductile.models.fit;

import java.util.Arrays;
import java.util.List;

/**
 * The posterior of a job's speed after some measurements, for one step-time model. The logarithm of
 * the speed is that of the model with unknown parameters, plus a smooth deviation of this job (a
 * Gaussian process), plus noise. The model is linearised around its most probable parameters.
 *
 * <p>The noise has heavy tails (Student's t), so a measurement far from all others has little
 * weight.
 */
final class Posterior {
  private static final double TAILS = 4;
  private static final int MOST_ROUNDS = 12;
  private static final double CONVERGED = 0.01;

  private final StepTimeModel model;
  private final double[] scale;
  private final double[] logParameters;
  private final double[][] places;
  private final double[][] slopes;
  private final double[] heldOut;
  private final double[] dualWeights;
  private final Cholesky total;
  private final Uncertainty uncertainty;

  /** The distribution before any measurement: every term has the same expected share of a step. */
  static Posterior before(StepTimeModel model, List<Setup> setups) {
    return new Posterior(model, List.of(), scale(model, setups, 1), new double[0]);
  }

  static Posterior of(StepTimeModel model, List<PooledMeasurement> measured) {
    double[] logSpeeds = measured.stream().mapToDouble(PooledMeasurement::logSpeed).toArray();
    List<Setup> setups = measured.stream().map(PooledMeasurement::setup).toList();
    double seconds = StrictMath.exp(-Vectors.mean(logSpeeds));
    return new Posterior(model, measured, scale(model, setups, seconds), logSpeeds);
  }

  private Posterior(
      StepTimeModel model, List<PooledMeasurement> measured, double[] scale, double[] logSpeeds) {
    this.model = model;
    this.scale = scale;
    double[][] features = new double[measured.size()][];
    places = new double[measured.size()][];
    for (int i = 0; i < features.length; i++) {
      features[i] = scaled(measured.get(i).setup());
      places[i] = ResidualKernel.place(measured.get(i).setup());
    }
    double[][] curve = curve();
    double[] noise = measured.stream().mapToDouble(m -> ResidualKernel.noise(m.weight())).toArray();
    double[] parameters = new double[scale.length];
    Arrays.fill(parameters, model.expectedShare());
    Cholesky residualCovariance = Cholesky.of(plus(curve, noise));
    double[] variances = noise;
    double[] errors = new double[0];
    for (int round = 0; round < MOST_ROUNDS && features.length > 0; round++) {
      parameters =
          new MaximumAPosteriori(features, logSpeeds, residualCovariance, model).from(parameters);
      errors = residuals(features, logSpeeds, parameters);
      double[] reweighted = reweighted(noise, variances, residualCovariance.solve(errors));
      if (converged(variances, reweighted)) {
        break;
      }
      variances = reweighted;
      residualCovariance = Cholesky.of(plus(curve, variances));
    }
    logParameters = parameters;
    slopes = slopes(features);
    errors = residuals(features, logSpeeds, parameters);
    dualWeights = residualCovariance.solve(errors);
    total = Cholesky.of(withParameters(plus(curve, variances)));
    double[] deviation = deviation(errors);
    double[] weighted = total.solve(deviation);
    heldOut = heldOut(weighted);
    uncertainty = uncertainty(measured, Vectors.dot(deviation, weighted));
  }

  /** The parameters, in the units of the model's terms. */
  double[] parameters() {
    double[] parameters = new double[scale.length];
    for (int k = 0; k < parameters.length; k++) {
      parameters[k] = scale[k] * StrictMath.exp(logParameters[k]);
    }
    return parameters;
  }

  /** The leave-one-out error of each measured logarithm. */
  double[] heldOut() {
    return heldOut.clone();
  }

  /** The logarithm of the most probable steps per second. */
  double logSpeed(Setup setup) {
    double[] place = ResidualKernel.place(setup);
    double sum = -MaximumAPosteriori.logSeconds(model.step(), scaled(setup), logParameters);
    for (int i = 0; i < dualWeights.length; i++) {
      sum += covariance(place, places[i]) * dualWeights[i];
    }
    return sum;
  }

  /** Half the width of the interval that holds a measurement's logarithm nine times out of ten. */
  double halfWidth(Setup setup) {
    Projection projection = projection(setup);
    double variance =
        covariance(projection, projection) + ResidualKernel.NOISE * ResidualKernel.NOISE;
    return uncertainty.halfWidth(variance);
  }

  /** The part of a covariance that depends on one setup only, computed once. */
  static final class Projection {
    private final double[] place;
    private final double[] slope;
    private final double[] known;

    private Projection(double[] place, double[] slope, double[] known) {
      this.place = place;
      this.slope = slope;
      this.known = known;
    }
  }

  Projection projection(Setup setup) {
    double[] place = ResidualKernel.place(setup);
    double[] slope = MaximumAPosteriori.slope(model.step(), scaled(setup), logParameters);
    double[] toMeasured = new double[places.length];
    for (int i = 0; i < toMeasured.length; i++) {
      toMeasured[i] = before(place, slope, places[i], slopes[i]);
    }
    return new Projection(place, slope, total.half(toMeasured));
  }

  /** The covariance of the logarithms of the speed at two setups, given the measurements. */
  double covariance(Projection here, Projection there) {
    return before(here.place, here.slope, there.place, there.slope)
        - Vectors.dot(here.known, there.known);
  }

  private double before(double[] place, double[] slope, double[] other, double[] otherSlope) {
    return Vectors.dot(slope, otherSlope) * model.spread() * model.spread()
        + covariance(place, other);
  }

  private double covariance(double[] here, double[] there) {
    return ResidualKernel.covariance(here, there) * model.looseness() * model.looseness();
  }

  private double[] scaled(Setup setup) {
    double[] features = model.features(setup);
    for (int k = 0; k < features.length; k++) {
      features[k] *= scale[k];
    }
    return features;
  }

  /** The scale of each parameter: a scaled parameter is the share of the mean step. */
  private static double[] scale(StepTimeModel model, List<Setup> setups, double seconds) {
    double[] mean = new double[model.features(setups.getFirst()).length];
    for (Setup setup : setups) {
      double[] features = model.features(setup);
      for (int k = 0; k < mean.length; k++) {
        mean[k] += features[k] / setups.size();
      }
    }
    for (int k = 0; k < mean.length; k++) {
      mean[k] = mean[k] > 0 ? seconds / mean[k] : seconds;
    }
    return mean;
  }

  private double[][] curve() {
    double[][] curve = new double[places.length][places.length];
    for (int i = 0; i < curve.length; i++) {
      for (int j = 0; j <= i; j++) {
        curve[i][j] = covariance(places[i], places[j]);
      }
    }
    return curve;
  }

  private static double[][] plus(double[][] curve, double[] variances) {
    double[][] sum = new double[curve.length][];
    for (int i = 0; i < sum.length; i++) {
      sum[i] = curve[i].clone();
      sum[i][i] += variances[i];
    }
    return sum;
  }

  private double[][] withParameters(double[][] residualCovariance) {
    for (int i = 0; i < residualCovariance.length; i++) {
      for (int j = 0; j <= i; j++) {
        residualCovariance[i][j] +=
            Vectors.dot(slopes[i], slopes[j]) * model.spread() * model.spread();
      }
    }
    return residualCovariance;
  }

  private double[] residuals(double[][] features, double[] logSpeeds, double[] parameters) {
    double[] residuals = new double[features.length];
    for (int i = 0; i < residuals.length; i++) {
      residuals[i] =
          logSpeeds[i] + MaximumAPosteriori.logSeconds(model.step(), features[i], parameters);
    }
    return residuals;
  }

  /**
   * The variance of the noise of each measurement, increased for outliers and never below the usual
   * one.
   */
  private static double[] reweighted(double[] noise, double[] variances, double[] dualWeights) {
    double[] reweighted = new double[noise.length];
    for (int i = 0; i < noise.length; i++) {
      double error = variances[i] * dualWeights[i];
      double trust = (TAILS + 1) / (TAILS + error * error / noise[i]);
      reweighted[i] = noise[i] / Math.min(1, trust);
    }
    return reweighted;
  }

  private static boolean converged(double[] before, double[] after) {
    for (int i = 0; i < before.length; i++) {
      if (Math.abs(before[i] / after[i] - 1) > CONVERGED) {
        return false;
      }
    }
    return true;
  }

  private double[][] slopes(double[][] features) {
    double[][] all = new double[features.length][];
    for (int i = 0; i < all.length; i++) {
      all[i] = MaximumAPosteriori.slope(model.step(), features[i], logParameters);
    }
    return all;
  }

  /** The deviation of the measurements from the prior mean of the parameters. */
  private double[] deviation(double[] errors) {
    double[] deviation = errors.clone();
    for (int i = 0; i < deviation.length; i++) {
      for (int k = 0; k < logParameters.length; k++) {
        deviation[i] += slopes[i][k] * (logParameters[k] - model.expectedShare());
      }
    }
    return deviation;
  }

  /**
   * Leave-one-out errors in closed form (Rasmussen and Williams, MIT Press 2006, Section 5.4.2).
   */
  private double[] heldOut(double[] weighted) {
    double[] diagonal = total.inverseDiagonal();
    double[] errors = new double[diagonal.length];
    for (int i = 0; i < errors.length; i++) {
      errors[i] = weighted[i] / diagonal[i];
    }
    return errors;
  }

  private static Uncertainty uncertainty(List<PooledMeasurement> measured, double deviation) {
    double sum = deviation;
    double count = measured.size();
    double repeat = ResidualKernel.NOISE * ResidualKernel.NOISE;
    for (PooledMeasurement one : measured) {
      sum += one.scatter() / repeat;
      count += one.count() - 1;
    }
    return new Uncertainty(sum, count);
  }
}
