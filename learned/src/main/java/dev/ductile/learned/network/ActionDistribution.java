package dev.ductile.learned.network;

import java.util.random.RandomGenerator;

/**
 * The probabilities of actions: the softmax of a network's outputs over the legal actions. An
 * illegal action has probability 0. All gradients are with respect to those outputs.
 */
public final class ActionDistribution {
  private final double[] logProbabilities;
  private final double[] probabilities;

  private ActionDistribution(double[] logProbabilities, double[] probabilities) {
    this.logProbabilities = logProbabilities;
    this.probabilities = probabilities;
  }

  /**
   * The softmax over the legal actions.
   *
   * @param outputs the output of the network for each action
   * @param legal whether each action is legal; at least one is
   */
  public static ActionDistribution of(float[] outputs, boolean[] legal) {
    if (outputs.length != legal.length) {
      throw new IllegalArgumentException(
          "%d outputs for %d actions".formatted(outputs.length, legal.length));
    }
    double most = Double.NEGATIVE_INFINITY;
    for (int action = 0; action < legal.length; action++) {
      if (legal[action]) {
        most = Math.max(most, outputs[action]);
      }
    }
    if (Double.isNaN(most) || Double.isInfinite(most)) {
      throw new IllegalArgumentException(
          "the greatest output for a legal action is %s".formatted(most));
    }
    double sum = 0;
    double[] probabilities = new double[legal.length];
    for (int action = 0; action < legal.length; action++) {
      probabilities[action] = legal[action] ? Math.exp(outputs[action] - most) : 0;
      sum += probabilities[action];
    }
    double logSum = Math.log(sum);
    double[] logs = new double[legal.length];
    for (int action = 0; action < legal.length; action++) {
      logs[action] = legal[action] ? outputs[action] - most - logSum : Double.NEGATIVE_INFINITY;
      probabilities[action] /= sum;
    }
    return new ActionDistribution(logs, probabilities);
  }

  public int actions() {
    return probabilities.length;
  }

  public double probability(int action) {
    return probabilities[action];
  }

  /** The natural logarithm of its probability; negative infinity for an illegal action. */
  public double logProbability(int action) {
    return logProbabilities[action];
  }

  /** The entropy in nats. */
  public double entropy() {
    double entropy = 0;
    for (int action = 0; action < actions(); action++) {
      entropy -= weightedLog(action);
    }
    return entropy;
  }

  /** The action with the highest probability, the first of equals. */
  public int mostLikely() {
    int most = 0;
    for (int action = 1; action < actions(); action++) {
      most = logProbabilities[action] > logProbabilities[most] ? action : most;
    }
    return most;
  }

  /** A random action, drawn with one number. */
  public int sample(RandomGenerator random) {
    double left = random.nextDouble();
    int last = 0;
    for (int action = 0; action < actions(); action++) {
      if (probabilities[action] > 0) {
        left -= probabilities[action];
        last = action;
        if (left < 0) {
          return action;
        }
      }
    }
    return last;
  }

  /**
   * The direction that makes a chosen action more likely by its advantage, and all actions more
   * even by the weight of the entropy (Mnih et al., ICML 2016, Section 4).
   *
   * @return the gradient of {@code advantage * log p(action) + entropyWeight * entropy}, to be
   *     ascended; an optimiser descends, and takes its negative
   */
  public float[] ascent(int action, double advantage, double entropyWeight) {
    requireLegal(action);
    double entropy = entropy();
    float[] gradient = new float[actions()];
    for (int k = 0; k < gradient.length; k++) {
      double ofLog = (k == action ? 1 : 0) - probabilities[k];
      double ofEntropy = -weightedLog(k) - probabilities[k] * entropy;
      gradient[k] = (float) (advantage * ofLog + entropyWeight * ofEntropy);
    }
    return gradient;
  }

  /**
   * The difference of each probability from that of a target, which is the gradient of the cross
   * entropy to it.
   */
  public float[] errors(ActionDistribution target) {
    float[] errors = new float[actions()];
    for (int action = 0; action < errors.length; action++) {
      errors[action] = (float) (probabilities[action] - target.probabilities[action]);
    }
    return errors;
  }

  void requireLegal(int action) {
    if (logProbabilities[action] == Double.NEGATIVE_INFINITY) {
      throw new IllegalArgumentException("action %d is illegal".formatted(action));
    }
  }

  /** The probability of an action times its logarithm. */
  private double weightedLog(int action) {
    return probabilities[action] == 0 ? 0 : probabilities[action] * logProbabilities[action];
  }
}
