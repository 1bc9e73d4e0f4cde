package dev.ductile.runtime.learn;

/** How a mean gradient changes numbers: a rule without memory of its own. */
public interface Optimizer {
  /** How many numbers it remembers for each parameter. */
  int slots();

  /**
   * Changes {@code count} numbers from place {@code from}.
   *
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
}
