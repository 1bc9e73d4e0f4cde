package dev.ductile.runtime.training;

import dev.ductile.runtime.parameters.Rule;
import java.util.List;

/**
 * The update of one tensor by a mean gradient: a rule without state of its own. Each parameter
 * changes by itself, so a tensor may be passed in any pieces.
 */
public interface Optimizer extends Rule {
  /** The number of state values for each parameter, which begin at zero. */
  int slots();

  /**
   * The rule of one step, if that depends on figures of all parameters and examples.
   *
   * @param figures in the order of {@link NewtonFigures}; none if a rule needs none
   * @param scale one divided by the number of examples
   */
  default Optimizer in(List<Double> figures, float scale) {
    return this;
  }

  /** Adds to the sums over parameters that the next step's figures need. */
  default void measure(float[][] slots, int from, int count, double[] sums) {}
}
