package dev.ductile.runtime.training;

/**
 * The learning rate of each step: {@code first / (1 + decay t)}.
 *
 * @param first of step 0
 */
record Rate(double first, double decay) {
  Rate {
    if (!(first > 0) || !(decay >= 0) || Double.isInfinite(first) || Double.isInfinite(decay)) {
      throw new IllegalArgumentException(
          "a learning rate must be above 0 and its decay at least 0, not %s and %s"
              .formatted(first, decay));
    }
  }

  float at(long step, float factor) {
    return (float) (first * factor / (1 + decay * step));
  }
}
