package dev.ductile.runtime.job;

/**
 * The optimizer, by which servers turn gradients into steps.
 *
 * @param momentum for momentum (0.9)
 * @param beta1 for adam (0.9)
 * @param beta2 for adam (0.999)
 * @param epsilon for adagrad and adam (1e-8)
 * @param decay the rate at step t is {@code learningRate / (1 + decay t)}
 */
public record OptimizerSpec(
    Kind kind,
    double learningRate,
    double momentum,
    double beta1,
    double beta2,
    double epsilon,
    double decay) {
  public OptimizerSpec {
    if (!(learningRate > 0 && Double.isFinite(learningRate))) {
      throw new IllegalArgumentException("learningRate must be above 0, not " + learningRate);
    }
    requireShare("momentum", momentum);
    requireShare("beta1", beta1);
    requireShare("beta2", beta2);
    if (!(epsilon >= 0 && decay >= 0)) {
      throw new IllegalArgumentException(
          "epsilon and decay cannot be negative: %s and %s".formatted(epsilon, decay));
    }
  }

  /** A rule with the usual settings. */
  public static OptimizerSpec of(Kind kind, double learningRate) {
    return new OptimizerSpec(kind, learningRate, 0.9, 0.9, 0.999, 1e-8, 0);
  }

  private static void requireShare(String name, double share) {
    if (!(share >= 0 && share < 1)) {
      throw new IllegalArgumentException(
          "%s must be at least 0 and below 1, not %s".formatted(name, share));
    }
  }

  /**
   * The update rule. The first four are followed by the proximal step of l1 and l2; the last is the
   * truncated Newton method, whose steps pass over all examples.
   */
  public enum Kind {
    SGD,
    MOMENTUM,
    ADAGRAD,
    ADAM,
    NEWTON;

    /** Whether each step is computed from all examples. */
    public boolean takesAllExamples() {
      return this == NEWTON;
    }
  }
}
