package dev.ductile.runtime.learn;

/**
 * Moving means of gradients and of their squares, both freed from their bias towards zero (Kingma
 * and Ba, ICLR 2015, Algorithm 1). Rows that are touched now and then have means of the steps that
 * touched them, but the correction of all steps.
 */
record Adam(Rate rate, Proximal proximal, double beta1, double beta2, float epsilon)
    implements Optimizer {
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
    float first = (float) (1 / (1 - Math.pow(beta1, step + 1.0)));
    float second = (float) (1 / (1 - Math.pow(beta2, step + 1.0)));
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
      float own = now / ((float) Math.sqrt(square * second) + epsilon);
      values[i] = proximal.of(values[i] - own * (mean * first), own);
    }
  }
}
