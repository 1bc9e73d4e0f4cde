package dev.ductile.learned.network;

/** The distance of a distribution of actions from the action that a teacher chose. */
public enum ImitationLoss {
  /** The negative logarithm of the probability of the teacher's action. */
  CROSS_ENTROPY,
  /** The mean over all actions of the squared error of the probability. */
  MEAN_SQUARE,
  /** The mean over all actions of the absolute error of the probability. */
  ABSOLUTE_DIFFERENCE;

  /** The loss where a teacher chose a legal action. */
  public double value(ActionDistribution distribution, int teachers) {
    distribution.requireLegal(teachers);
    if (this == CROSS_ENTROPY) {
      return -distribution.logProbability(teachers);
    }
    double sum = 0;
    for (int action = 0; action < distribution.actions(); action++) {
      double error = error(distribution, action, teachers);
      sum += this == MEAN_SQUARE ? error * error : Math.abs(error);
    }
    return sum / distribution.actions();
  }

  /** The gradient of the loss with respect to the outputs of the network. */
  public float[] gradient(ActionDistribution distribution, int teachers) {
    distribution.requireLegal(teachers);
    double mean = 0;
    for (int action = 0; action < distribution.actions(); action++) {
      mean += distribution.probability(action) * slope(distribution, action, teachers);
    }
    float[] gradient = new float[distribution.actions()];
    for (int action = 0; action < gradient.length; action++) {
      double slope = slope(distribution, action, teachers);
      gradient[action] =
          (float)
              (this == CROSS_ENTROPY
                  ? error(distribution, action, teachers)
                  : distribution.probability(action) * (slope - mean));
    }
    return gradient;
  }

  /** The derivative of the loss with respect to the probability of an action. */
  private double slope(ActionDistribution distribution, int action, int teachers) {
    double error = error(distribution, action, teachers);
    return (this == MEAN_SQUARE ? 2 * error : Math.signum(error)) / distribution.actions();
  }

  private static double error(ActionDistribution distribution, int action, int teachers) {
    return distribution.probability(action) - (action == teachers ? 1 : 0);
  }
}
