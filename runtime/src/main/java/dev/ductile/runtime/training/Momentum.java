package dev.ductile.runtime.training;

/** Gradient descent with momentum (Polyak 1964). */
record Momentum(float momentum) implements GradientStep {
  Momentum {
    if (!(momentum >= 0 && momentum < 1)) {
      throw new IllegalArgumentException("momentum must be in [0, 1), not " + momentum);
    }
  }

  @Override
  public int slots() {
    return 1;
  }

  @Override
  public void move(
      float[] values,
      float[][] slots,
      float[] sums,
      int from,
      int count,
      float scale,
      float rate,
      long step) {
    float[] speed = slots[0];
    for (int i = from; i < from + count; i++) {
      float next = momentum * speed[i] + scale * sums[i];
      speed[i] = next;
      values[i] -= rate * next;
    }
  }

  @Override
  public float ownRate(float[][] slots, int place, float rate, float correction) {
    return rate / (1 - momentum);
  }
}
