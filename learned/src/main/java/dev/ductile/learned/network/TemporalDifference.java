package dev.ductile.learned.network;

/**
 * The error of a value: the difference between what a step and the value after it show, and the
 * value before it (Sutton and Barto, Reinforcement Learning, Section 6.1).
 *
 * @param target the reward of the step and the discounted value of the next state
 * @param value the value of the state before
 */
public record TemporalDifference(double target, double value) {
  public static TemporalDifference of(
      double reward, double discount, double value, double nextValue) {
    return new TemporalDifference(reward + discount * nextValue, value);
  }

  /** How much better the step was than the value before it. */
  public double advantage() {
    return target - value;
  }

  public double squaredError() {
    return advantage() * advantage();
  }

  /** The gradient of the squared error with respect to the value; the target is constant. */
  public double gradient() {
    return -2 * advantage();
  }
}
