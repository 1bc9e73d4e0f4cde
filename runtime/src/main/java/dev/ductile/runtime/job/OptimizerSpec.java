package dev.ductile.runtime.job;

/**
 * How servers turn gradients into steps.
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
  /** The update rule; each is followed by the proximal step where the model has l1. */
  public enum Kind {
    SGD,
    MOMENTUM,
    ADAGRAD,
    ADAM
  }
}
