package dev.ductile.runtime.training;

/**
 * Moving means of gradients and of their squares, both corrected for their bias towards zero
 * (Kingma and Ba, ICLR 2015, Algorithm 1). Rows that are touched now and then have means of the
 * steps that touched them, but the correction of all steps.
 */
record Adam(double beta1, double beta2, float epsilon) implements GradientStep {
  Adam {
    if (!(beta1 >= 0 && beta1 < 1 && beta2 >= 0 && beta2 < 1 && epsilon > 0)) {
      throw new IllegalArgumentException(
          "betas must be in [0, 1) and epsilon above 0, not %s, %s and %s"
              .formatted(beta1, beta2, epsilon));
    }
  }

  @Override
  public int slots() {
    return 2;
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
    float perMean = rate * correction(beta1, step);
    float perSquare = correction(step);
    float keepMean = (float) beta1;
    float takeMean = (float) (1 - beta1);
    float keepSquare = (float) beta2;
    float takeSquare = (float) (1 - beta2);
    float[] means = slots[0];
    float[] squares = slots[1];
    for (int i = from; i < from + count; i++) {
      float slope = scale * sums[i];
      float mean = keepMean * means[i] + takeMean * slope;
      float square = keepSquare * squares[i] + takeSquare * slope * slope;
      means[i] = mean;
      squares[i] = square;
      values[i] -= perMean * mean / ((float) Math.sqrt(square * perSquare) + epsilon);
    }
  }

  /** A parameter that was never pushed has no rate yet, and is not regularised. */
  @Override
  public float ownRate(float[][] slots, int place, float rate, float correction) {
    float square = slots[1][place];
    return square == 0 ? 0 : rate / ((float) Math.sqrt(square * correction) + epsilon);
  }

  @Override
  public float correction(long step) {
    return correction(beta2, step);
  }

  private static float correction(double beta, long step) {
    return (float) (1 / (1 - Math.pow(beta, step + 1.0)));
  }
}
