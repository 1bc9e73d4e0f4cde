package dev.ductile.runtime.training;

import dev.ductile.runtime.parameters.Rule;
import java.util.List;

/**
 * How a mean gradient changes the numbers of one tensor: a rule without memory of its own. Each
 * number changes by itself, so it does not matter in which pieces a tensor is handed over.
 */
public interface Optimizer extends Rule {
  /** How many numbers it remembers for each parameter; they begin as zeros. */
  int slots();

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
