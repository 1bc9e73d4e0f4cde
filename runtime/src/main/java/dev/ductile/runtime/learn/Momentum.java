package dev.ductile.runtime.learn;

/**
 * A ball that rolls downhill (Polyak 1964). At rest it moves {@code 1 / (1 - momentum)} times as
 * far as the gradient alone would, so that is the rate of the proximal step.
 */
record Momentum(Rate rate, Proximal proximal, float momentum) implements Optimizer {
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
    float atRest = now / (1 - momentum);
    float[] speed = slots[0];
    for (int i = from; i < from + count; i++) {
      float next = momentum * speed[i] + scale * sums[i];
      speed[i] = next;
      values[i] = proximal.of(values[i] - now * next, atRest);
    }
  }
}
