package dev.ductile.runtime.training;

/** A step against the gradient. */
record Sgd() implements GradientStep {
  @Override
  public int slots() {
    return 0;
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
    float perSum = rate * scale;
    for (int i = from; i < from + count; i++) {
      values[i] -= perSum * sums[i];
    }
  }

  @Override
  public float ownRate(float[][] slots, int place, float rate, float correction) {
    return rate;
  }
}
