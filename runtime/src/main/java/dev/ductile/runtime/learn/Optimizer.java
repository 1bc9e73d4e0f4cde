package dev.ductile.runtime.learn;

import java.util.List;

/**
 * How a mean gradient changes the numbers of one tensor: a rule without memory of its own. Each
 * number changes by itself, so it does not matter in which pieces a tensor is handed over.
 */
public interface Optimizer {
  /** How many numbers it remembers for each parameter; they begin as zeros. */
  int slots();

  /**
   * Changes {@code count} numbers from place {@code from}.
   *
   * @param slots as many arrays as {@link #slots} says
   * @param sums the gradient sums at the same places
   * @param scale one divided by the number of examples
   * @param step how many updates this partition has had before
   * @param rateFactor by how much the learning rate is raised, for larger batches
   */
  void apply(
      float[] values,
      float[][] slots,
      float[] sums,
      int from,
      int count,
      float scale,
      long step,
      float rateFactor);

  /**
   * The rule of one step, where that depends on figures of all parameters and examples.
   *
   * @param figures as {@link Figures} arranges them; none where a rule needs none
   * @param scale one divided by the number of examples
   */
  default Optimizer in(List<Double> figures, float scale) {
    return this;
  }

  /** Adds to the sums over parameters that the next step's figures need. */
  default void measure(float[][] slots, int from, int count, double[] sums) {}
}
