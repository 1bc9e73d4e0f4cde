package dev.ductile.models.fit;

/**
 * The covariance of a job's deviation from a form: of the logarithm of the speed, over the
 * logarithms of workers, servers and batch.
 *
 * <p>The sum of three Matern 3/2 kernels, one per dimension, so that deviations are smooth curves.
 * The constants are rounded from those that maximise the likelihood of the public measurements of
 * two clusters.
 */
final class ResidualKernel {
  /** The standard deviation of one measurement from the smooth curve. */
  static final double NOISE = 0.06;

  /** The part of the noise that further measurements of the same setup do not reduce. */
  private static final double OF_SETUP = 0.05;

  private static final double[] AMPLITUDE = {0.08, 0.08, 0.06};
  private static final double[] REACH = {1.25, 0.25, 2};

  /** The standard deviation of a job's deviation, far from all measurements. */
  static final double FARTHEST =
      Math.sqrt(
          AMPLITUDE[0] * AMPLITUDE[0] + AMPLITUDE[1] * AMPLITUDE[1] + AMPLITUDE[2] * AMPLITUDE[2]);

  private static final double ROOT_OF_THREE = Math.sqrt(3);

  private ResidualKernel() {}

  /** The coordinates of a setup; a setup without servers has those of one server. */
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

  /** The variance of the mean of measurements of one setup with this total weight. */
  static double noise(double weight) {
    return OF_SETUP * OF_SETUP + (NOISE * NOISE - OF_SETUP * OF_SETUP) / weight;
  }

  private static double matern(double distance) {
    double scaled = ROOT_OF_THREE * distance;
    return distance == 0 ? 1 : (1 + scaled) * StrictMath.exp(-scaled);
  }
}
