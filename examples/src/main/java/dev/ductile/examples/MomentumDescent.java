package dev.ductile.examples;

/** Gradient descent with momentum. */
final class MomentumDescent {
  private static final double RATE = 0.05;
  private static final double MOMENTUM = 0.9;

  private MomentumDescent() {}

  /** One step for the parameters from {@code from} up to {@code to}. */
  static void step(double[] values, double[] velocity, double[] sum, int batch, int from, int to) {
    for (int i = from; i < to; i++) {
      velocity[i] = MOMENTUM * velocity[i] + sum[i] / batch;
      values[i] -= RATE * velocity[i];
    }
  }
}
