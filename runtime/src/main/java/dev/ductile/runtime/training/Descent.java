package dev.ductile.runtime.training;

/** How a mean gradient moves the numbers, before they are drawn towards zero. */
sealed interface Descent permits Sgd, Momentum, Adagrad, Adam {
  /** How many numbers it remembers for each parameter. */
  int slots();

  /**
   * Moves {@code count} numbers from place {@code from}.
   *
   * @param rate the learning rate of this step
   * @param step how many there were before
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
   * How far a lasting gradient of 1 would move a number in a step, which is the rate at which it is
   * drawn towards zero.
   *
   * @param correction what {@link #correction} says for this step
   */
  float ownRate(float[][] slots, int place, float rate, float correction);

  /** By how much squares are too small in this step, where they are means. */
  default float correction(long step) {
    return 1;
  }
}
