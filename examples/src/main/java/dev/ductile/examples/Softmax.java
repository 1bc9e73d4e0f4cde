package dev.ductile.examples;

import java.util.Arrays;

/** Multinomial logistic regression: the loss and its gradient, summed over samples. */
final class Softmax {
  static final int PARAMETERS = Digits.CLASSES * (Digits.POINTS + 1);

  private static final int ROW = Digits.POINTS + 1;

  private final Digits digits;
  private final double[] chances = new double[Digits.CLASSES];

  Softmax(Digits digits) {
    this.digits = digits;
  }

  /** Puts the sum of the gradients in {@code gradient} and returns the sum of the losses. */
  double gradient(double[] parameters, int[] batch, int from, int to, double[] gradient) {
    Arrays.fill(gradient, 0);
    double loss = 0;
    for (int i = from; i < to; i++) {
      double[] points = digits.points(batch[i]);
      int label = digits.label(batch[i]);
      predict(parameters, points);
      loss -= Math.log(Math.max(chances[label], 1e-300));
      for (int type = 0; type < Digits.CLASSES; type++) {
        double error = chances[type] - (type == label ? 1 : 0);
        int row = type * ROW;
        for (int point = 0; point < Digits.POINTS; point++) {
          gradient[row + point] += error * points[point];
        }
        gradient[row + Digits.POINTS] += error;
      }
    }
    return loss;
  }

  private void predict(double[] parameters, double[] points) {
    double highest = Double.NEGATIVE_INFINITY;
    for (int type = 0; type < Digits.CLASSES; type++) {
      int row = type * ROW;
      double score = parameters[row + Digits.POINTS];
      for (int point = 0; point < Digits.POINTS; point++) {
        score += parameters[row + point] * points[point];
      }
      chances[type] = score;
      highest = Math.max(highest, score);
    }
    double sum = 0;
    for (int type = 0; type < Digits.CLASSES; type++) {
      chances[type] = Math.exp(chances[type] - highest);
      sum += chances[type];
    }
    for (int type = 0; type < Digits.CLASSES; type++) {
      chances[type] /= sum;
    }
  }
}
