package dev.ductile.runtime.training;

/** Each parameter has its own rate, which falls with its pushes (Duchi et al., JMLR 2011). */
record Adagrad(float epsilon) implements GradientStep {
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
  public void move(
      float[] values,
      float[][] slots,
      float[] sums,
      int from,
      int count,
      float scale,
      float rate,
      long step) {
    float[] squares = slots[0];
    for (int i = from; i < from + count; i++) {
      float slope = scale * sums[i];
      float square = squares[i] + slope * slope;
      squares[i] = square;
      values[i] -= rate * slope / ((float) Math.sqrt(square) + epsilon);
    }
  }

  /** A parameter that was never pushed has no rate yet, and is not regularised. */
  @Override
  public float ownRate(float[][] slots, int place, float rate, float correction) {
    float square = slots[0][place];
    return square == 0 ? 0 : rate / ((float) Math.sqrt(square) + epsilon);
  }
}
