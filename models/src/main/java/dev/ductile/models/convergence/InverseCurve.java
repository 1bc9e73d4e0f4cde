package dev.ductile.models.convergence;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A loss of 1 / (b0 k + b1) + b2 after k steps: Optimus (Peng et al., EuroSys 2018, Section 3.1)
 * and Capes et al., Eq. 1. Stochastic gradient descent has this rate of convergence on a convex
 * problem.
 *
 * @param b0 above 0, per step
 * @param b1 at least 0
 * @param b2 the limit of the loss, at least 0
 */
public record InverseCurve(double b0, double b1, double b2) implements FittedCurve {
  public InverseCurve {
    if (!(b0 > 0 && b1 >= 0 && b2 >= 0 && b0 + b1 + b2 < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "the form needs b0 > 0, b1 >= 0 and b2 >= 0, not %s, %s and %s".formatted(b0, b1, b2));
    }
  }

  @Override
  public String form() {
    return "inverse";
  }

  @Override
  public Map<String, Double> parameters() {
    var parameters = new LinkedHashMap<String, Double>();
    parameters.put("b0", b0);
    parameters.put("b1", b1);
    parameters.put("b2", b2);
    return parameters;
  }

  @Override
  public double loss(double step) {
    return 1 / (b0 * step + b1) + b2;
  }

  /** The first step at which the loss is at the target; empty if the target is at or below b2. */
  public OptionalDouble step(double target) {
    return target > b2
        ? OptionalDouble.of(Math.max(0, (1 / (target - b2) - b1) / b0))
        : OptionalDouble.empty();
  }
}
