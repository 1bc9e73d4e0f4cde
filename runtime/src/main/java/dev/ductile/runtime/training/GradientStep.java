package dev.ductile.runtime.training;

/** The step of parameters along a mean gradient, before they are regularised. */
sealed interface GradientStep permits Sgd, Momentum, Adagrad, Adam {
  /** The number of state values for each parameter. */
  int slots();

  /**
   * Moves {@code count} parameters from index {@code from}.
   *
   * @param rate the learning rate of this step
   * @param step the number of earlier steps
   */
  void move(
      float[] values,
      float[][] slots,
      float[] sums,
      int from,
      int count,
      float scale,
      float rate,
      long step);

  /**
   * The distance that a lasting gradient of 1 would move a parameter in a step, which is the rate
   * of its regularisation.
   *
   * @param correction the {@link #correction} of this step
   */
  float ownRate(float[][] slots, int place, float rate, float correction);

  /** The factor by which squares are too small in this step, if they are means. */
  default float correction(long step) {
    return 1;
  }
}
