package dev.ductile.runtime.data;

import java.util.random.RandomGenerator;

/**
 * The origin of generated labels: a linear model with a weight for each feature and class that is
 * drawn from its number, and noise. Only strict mathematics, so that all machines agree.
 *
 * @param scale the largest weight
 * @param offset added to the score if there are two classes
 */
record Truth(long seed, ClassLabels labels, double scale, double offset) {
  private static final double NOISE = 0.1;

  float label(ExampleList list, RandomGenerator random) {
    if (labels.equals(ClassLabels.NUMBERS)) {
      return (float) (score(list, 0) + NOISE * (2 * random.nextDouble() - 1));
    }
    if (labels.equals(ClassLabels.TWO_CLASSES)) {
      return random.nextDouble() < share(offset + score(list, 0)) ? 1 : -1;
    }
    int best = 0;
    double most = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < labels.classes(); c++) {
      double score = score(list, c) + NOISE * random.nextDouble();
      if (score > most) {
        most = score;
        best = c;
      }
    }
    return best;
  }

  double score(ExampleList list, int ofClass) {
    double sum = 0;
    for (int i = 0; i < list.open(); i++) {
      sum += list.openValue(i) * weight(list.openFeature(i), ofClass);
    }
    return sum;
  }

  private double weight(int feature, int ofClass) {
    return scale * (2 * fraction(Mix.of(seed, ofClass, feature)) - 1);
  }

  /** The logistic function. */
  static double share(double score) {
    return 1 / (1 + StrictMath.exp(-score));
  }

  /** The upper bits of a number as a fraction in [0, 1). */
  static double fraction(long bits) {
    return (bits >>> 11) * 0x1.0p-53;
  }
}
