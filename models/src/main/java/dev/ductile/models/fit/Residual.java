package dev.ductile.models.fit;

/**
 * How far jobs stray from a form, and over how wide a neighbourhood alike: the covariance of the
 * logarithm of the speed over the logarithms of workers, servers and batch.
 *
 * <p>Once differentiable curves (Matern, 3/2) of each of the three, added up. The few constants are
 * round numbers near those that make the public measurements of two clusters likeliest.
 */
final class Residual {
  /** The standard deviation of one measurement from a smooth curve. */
  static final double NOISE = 0.06;

  /** The part of it that more measurements of the same setup do not take away. */
  private static final double OF_SETUP = 0.05;

  private static final double[] AMPLITUDE = {0.08, 0.08, 0.06};
  private static final double[] REACH = {1.25, 0.25, 2};

  /** The standard deviation of a job from a form, far from all measurements. */
  static final double FARTHEST =
      Math.sqrt(
          AMPLITUDE[0] * AMPLITUDE[0] + AMPLITUDE[1] * AMPLITUDE[1] + AMPLITUDE[2] * AMPLITUDE[2]);

  private static final double ROOT_OF_THREE = Math.sqrt(3);

  private Residual() {}

  /** Where a setup lies; a setup without servers lies where one server does. */
  static double[] place(Setup setup) {
    return new double[] {
      StrictMath.log(setup.workers()),
      StrictMath.log(Math.max(1, setup.servers())),
      StrictMath.log(setup.batch())
    };
  }

  static double covariance(double[] here, double[] there) {
    double sum = 0;
    for (int i = 0; i < here.length; i++) {
      sum += AMPLITUDE[i] * AMPLITUDE[i] * matern(Math.abs(here[i] - there[i]) / REACH[i]);
    }
    return sum;
  }

  /** The variance of the mean of so many measurements of one setup. */
  static double noise(double weight) {
    return OF_SETUP * OF_SETUP + (NOISE * NOISE - OF_SETUP * OF_SETUP) / weight;
  }

  private static double matern(double distance) {
    double scaled = ROOT_OF_THREE * distance;
    return distance == 0 ? 1 : (1 + scaled) * StrictMath.exp(-scaled);
  }
}
