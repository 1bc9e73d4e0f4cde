package dev.ductile.runtime.parameters;

/**
 * The update of parameters and their state by sums: an optimiser, as a {@link Replica} uses it. A
 * rule has no state of its own, so replicas that take the same sums stay the same.
 */
@FunctionalInterface
public interface Rule {
  /** Rows at this distance are settled in the same step. */
  int PERIOD = 1 << 16;

  /** The rule in one step. */
  @FunctionalInterface
  interface Step {
    /**
     * Changes {@code count} parameters from index {@code from}.
     *
     * @param slots the arrays of the rule's state
     * @param sums the gradient sums at the same indexes
     * @param scale one divided by the number of examples
     */
    void apply(float[] values, float[][] slots, float[] sums, int from, int count, float scale);

    /** Whether parameters that are not touched owe proximal steps. */
    default boolean owes() {
      return false;
    }

    /** Takes the proximal steps that parameters still owe. */
    default void settle(float[] values, float[][] slots, int from, int count) {}

    /** Copies parameters as they will be once they are settled; the originals do not change. */
    default void read(float[] values, float[][] slots, int from, int count, float[] into, int at) {
      System.arraycopy(values, from, into, at, count);
    }
  }

  /**
   * A step.
   *
   * @param step the number of earlier steps of this partition
   * @param rateFactor the factor of the learning rate, for larger batches
   */
  Step at(long step, float rateFactor);

  /** The first of the rows from {@code firstRow} on that are settled in a step, counted from it. */
  static int firstInTurn(long step, int firstRow) {
    return Math.floorMod(step - firstRow, PERIOD);
  }
}
