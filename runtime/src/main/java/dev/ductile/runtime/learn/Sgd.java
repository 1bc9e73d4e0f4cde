package dev.ductile.runtime.learn;

/** A step against the gradient. */
record Sgd(Rate rate, Proximal proximal) implements Optimizer {
  @Override
  public int slots() {
    return 0;
  }

  @Override
  public void apply(
      float[] values,
      float[][] slots,
      float[] sums,
      int from,
      int count,
      float scale,
      long step,
      float rateFactor) {
    float now = (float) rate.at(step, rateFactor);
    float perSum = now * scale;
    for (int i = from; i < from + count; i++) {
      values[i] = proximal.of(values[i] - perSum * sums[i], now);
    }
  }
}
