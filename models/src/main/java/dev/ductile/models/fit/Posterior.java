package dev.ductile.models.fit;

import java.util.Arrays;
import java.util.List;

/**
 * What is known of a job's speed after some measurements, given its shape: the logarithm of the
 * speed is that of the shape, with unknown parameters, plus a smooth curve of the job's own (a
 * Gaussian process), plus noise. Around the likeliest parameters all of it is taken as linear.
 *
 * <p>Noise has heavy tails (Student's t): a measurement far from all others counts little.
 */
final class Posterior {
  private static final double TAILS = 4;
  private static final int MOST_ROUNDS = 12;
  private static final double SETTLED = 0.01;

  private final Shape shape;
  private final double[] scale;
  private final double[] logParameters;
  private final double[][] places;
  private final double[][] slopes;
  private final double[] heldOut;
  private final double[] pull;
  private final Cholesky total;
  private final Uncertainty doubt;

  /** Before any measurement: every feature takes the same part of a step, as far as is known. */
  static Posterior before(Shape shape, List<Setup> setups) {
    return new Posterior(shape, List.of(), scale(shape, setups, 1), new double[0]);
  }

  static Posterior of(Shape shape, List<Repeated> measured) {
    double[] logSpeeds = measured.stream().mapToDouble(Repeated::logSpeed).toArray();
    List<Setup> setups = measured.stream().map(Repeated::setup).toList();
    double seconds = StrictMath.exp(-Vectors.mean(logSpeeds));
    return new Posterior(shape, measured, scale(shape, setups, seconds), logSpeeds);
  }

  private Posterior(Shape shape, List<Repeated> measured, double[] scale, double[] logSpeeds) {
    this.shape = shape;
    this.scale = scale;
    double[][] features = new double[measured.size()][];
    places = new double[measured.size()][];
    for (int i = 0; i < features.length; i++) {
      features[i] = scaled(measured.get(i).setup());
      places[i] = Residual.place(measured.get(i).setup());
    }
    double[][] curve = curve();
    double[] noise = measured.stream().mapToDouble(m -> Residual.noise(m.weight())).toArray();
    double[] parameters = new double[scale.length];
    Arrays.fill(parameters, shape.expectedShare());
    Cholesky strays = Cholesky.of(plus(curve, noise));
    double[] variances = noise;
    double[] off = new double[0];
    for (int round = 0; round < MOST_ROUNDS && features.length > 0; round++) {
      parameters = new MaximumAPosteriori(features, logSpeeds, strays, shape).from(parameters);
      off = residuals(features, logSpeeds, parameters);
      double[] doubted = doubted(noise, variances, strays.solve(off));
      if (settled(variances, doubted)) {
        break;
      }
      variances = doubted;
      strays = Cholesky.of(plus(curve, variances));
    }
    logParameters = parameters;
    slopes = slopes(features);
    off = residuals(features, logSpeeds, parameters);
    pull = strays.solve(off);
    total = Cholesky.of(withParameters(plus(curve, variances)));
    double[] surprise = surprise(off);
    double[] against = total.solve(surprise);
    heldOut = heldOut(against);
    doubt = doubt(measured, Vectors.dot(surprise, against));
  }

  /** The parameters, in the units of the shape's terms. */
  double[] parameters() {
    double[] parameters = new double[scale.length];
    for (int k = 0; k < parameters.length; k++) {
      parameters[k] = scale[k] * StrictMath.exp(logParameters[k]);
    }
    return parameters;
  }

  /** By how much each measured logarithm differs from what all others foretell. */
  double[] heldOut() {
    return heldOut.clone();
  }

  /** The logarithm of the likeliest steps per second. */
  double logSpeed(Setup setup) {
    double[] place = Residual.place(setup);
    double sum = -MaximumAPosteriori.logSeconds(shape.step(), scaled(setup), logParameters);
    for (int i = 0; i < pull.length; i++) {
      sum += covariance(place, places[i]) * pull[i];
    }
    return sum;
  }

  /** Half the width of the interval that holds a measurement's logarithm nine times out of ten. */
  double halfWidth(Setup setup) {
    View view = view(setup);
    double variance = covariance(view, view) + Residual.NOISE * Residual.NOISE;
    return doubt.halfWidth(variance);
  }

  /** What does not change between two questions about the covariance at one setup. */
  static final class View {
    private final double[] place;
    private final double[] slope;
    private final double[] known;

    private View(double[] place, double[] slope, double[] known) {
      this.place = place;
      this.slope = slope;
      this.known = known;
    }
  }

  View view(Setup setup) {
    double[] place = Residual.place(setup);
    double[] slope = MaximumAPosteriori.slope(shape.step(), scaled(setup), logParameters);
    double[] toMeasured = new double[places.length];
    for (int i = 0; i < toMeasured.length; i++) {
      toMeasured[i] = before(place, slope, places[i], slopes[i]);
    }
    return new View(place, slope, total.half(toMeasured));
  }

  /** How the curve's logarithms at two setups vary together, given the measurements. */
  double covariance(View here, View there) {
    return before(here.place, here.slope, there.place, there.slope)
        - Vectors.dot(here.known, there.known);
  }

  private double before(double[] place, double[] slope, double[] other, double[] otherSlope) {
    return Vectors.dot(slope, otherSlope) * shape.spread() * shape.spread()
        + covariance(place, other);
  }

  private double covariance(double[] here, double[] there) {
    return Residual.covariance(here, there) * shape.looseness() * shape.looseness();
  }

  private double[] scaled(Setup setup) {
    double[] features = shape.features(setup);
    for (int k = 0; k < features.length; k++) {
      features[k] *= scale[k];
    }
    return features;
  }

  /** So that a parameter of 1 is the share of the whole mean step. */
  private static double[] scale(Shape shape, List<Setup> setups, double seconds) {
    double[] mean = new double[shape.features(setups.getFirst()).length];
    for (Setup setup : setups) {
      double[] features = shape.features(setup);
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

  private double[][] withParameters(double[][] strays) {
    for (int i = 0; i < strays.length; i++) {
      for (int j = 0; j <= i; j++) {
        strays[i][j] += Vectors.dot(slopes[i], slopes[j]) * shape.spread() * shape.spread();
      }
    }
    return strays;
  }

  private double[] residuals(double[][] features, double[] logSpeeds, double[] parameters) {
    double[] residuals = new double[features.length];
    for (int i = 0; i < residuals.length; i++) {
      residuals[i] =
          logSpeeds[i] + MaximumAPosteriori.logSeconds(shape.step(), features[i], parameters);
    }
    return residuals;
  }

  /** Each variance of noise, larger where a measurement lies far off; never smaller than usual. */
  private static double[] doubted(double[] noise, double[] variances, double[] pull) {
    double[] doubted = new double[noise.length];
    for (int i = 0; i < noise.length; i++) {
      double error = variances[i] * pull[i];
      double trust = (TAILS + 1) / (TAILS + error * error / noise[i]);
      doubted[i] = noise[i] / Math.min(1, trust);
    }
    return doubted;
  }

  private static boolean settled(double[] before, double[] after) {
    for (int i = 0; i < before.length; i++) {
      if (Math.abs(before[i] / after[i] - 1) > SETTLED) {
        return false;
      }
    }
    return true;
  }

  private double[][] slopes(double[][] features) {
    double[][] all = new double[features.length][];
    for (int i = 0; i < all.length; i++) {
      all[i] = MaximumAPosteriori.slope(shape.step(), features[i], logParameters);
    }
    return all;
  }

  /** What the measurements say beyond what was expected of the parameters. */
  private double[] surprise(double[] off) {
    double[] surprise = off.clone();
    for (int i = 0; i < surprise.length; i++) {
      for (int k = 0; k < logParameters.length; k++) {
        surprise[i] += slopes[i][k] * (logParameters[k] - shape.expectedShare());
      }
    }
    return surprise;
  }

  /**
   * Leave-one-out errors in closed form (Rasmussen and Williams, MIT Press 2006, Section 5.4.2).
   */
  private double[] heldOut(double[] against) {
    double[] diagonal = total.inverseDiagonal();
    double[] errors = new double[diagonal.length];
    for (int i = 0; i < errors.length; i++) {
      errors[i] = against[i] / diagonal[i];
    }
    return errors;
  }

  private static Uncertainty doubt(List<Repeated> measured, double surprise) {
    double sum = surprise;
    double count = measured.size();
    double repeat = Residual.NOISE * Residual.NOISE;
    for (Repeated one : measured) {
      sum += one.scatter() / repeat;
      count += one.count() - 1;
    }
    return new Uncertainty(sum, count);
  }
}
