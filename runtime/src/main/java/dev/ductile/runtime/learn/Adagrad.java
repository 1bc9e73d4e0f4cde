package dev.ductile.runtime.learn;

/**
 * Each number at a rate of its own, lower the more it has been pushed (Duchi et al., JMLR 2011).
 */
record Adagrad(Rate rate, Proximal proximal, float epsilon) implements Optimizer {
  Adagrad {
    if (!(epsilon > 0)) {
      throw new IllegalArgumentException("epsilon must be above 0, not " + epsilon);
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
    float[] squares = slots[0];
    for (int i = from; i < from + count; i++) {
      float slope = scale * sums[i];
      float square = squares[i] + slope * slope;
      squares[i] = square;
      float own = now / ((float) Math.sqrt(square) + epsilon);
      values[i] = proximal.of(values[i] - own * slope, own);
    }
  }
}
