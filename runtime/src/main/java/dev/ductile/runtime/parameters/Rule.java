package dev.ductile.runtime.parameters;

/**
 * How sums change parameters and what belongs to them: an optimiser, as a {@link Replica} sees it.
 * A rule has no memory of its own, so copies that are given the same sums stay the same.
 */
@FunctionalInterface
public interface Rule {
  /** Rows that are so far apart are settled in the same step. */
  int PERIOD = 1 << 16;

  /** The rule in one step. */
  @FunctionalInterface
  interface Step {
    /**
     * Changes {@code count} parameters from place {@code from}.
     *
     * @param slots as many arrays as the rule remembers
     * @param sums the gradient sums at the same places
     * @param scale one divided by the number of examples
     */
    void apply(float[] values, float[][] slots, float[] sums, int from, int count, float scale);

    /** Whether parameters that are not touched owe proximal steps. */
    default boolean owes() {
      return false;
    }

    /** Takes the proximal steps that parameters still owe. */
    default void settle(float[] values, float[][] slots, int from, int count) {}

    /** Copies parameters as they will be once they are settled; the originals stay. */
    default void read(float[] values, float[][] slots, int from, int count, float[] into, int at) {
      System.arraycopy(values, from, into, at, count);
    }
  }

  /**
   * A step.
   *
   * @param step how many this partition has had before
   * @param rateFactor by how much the learning rate is raised, for larger batches
   */
  Step at(long step, float rateFactor);

  /** The first of the rows from {@code firstRow} on that are settled in a step, counted from it. */
  static int firstInTurn(long step, int firstRow) {
    return Math.floorMod(step - firstRow, PERIOD);
  }
}
