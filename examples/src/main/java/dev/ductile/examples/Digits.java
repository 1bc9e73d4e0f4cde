package dev.ductile.examples;

import java.util.SplittableRandom;

/** A data set to classify: ten noisy patterns of 8 x 8 points, generated from a seed. */
final class Digits {
  static final int POINTS = 64;
  static final int CLASSES = 10;

  private static final int SAMPLES = 1024;
  private static final double NOISE = 0.9;

  private final double[][] points = new double[SAMPLES][POINTS];
  private final int[] labels = new int[SAMPLES];
  private final long seed;

  Digits(long seed) {
    this.seed = seed;
    var random = new SplittableRandom(seed);
    var patterns = new double[CLASSES][POINTS];
    for (double[] pattern : patterns) {
      for (int i = 0; i < POINTS; i++) {
        pattern[i] = random.nextBoolean() ? 1 : 0;
      }
    }
    for (int sample = 0; sample < SAMPLES; sample++) {
      labels[sample] = sample % CLASSES;
      for (int i = 0; i < POINTS; i++) {
        points[sample][i] = patterns[labels[sample]][i] + NOISE * random.nextGaussian();
      }
    }
  }

  /** The samples of one step's batch; they do not depend on the number of workers. */
  int[] batch(long step, int size) {
    var random = new SplittableRandom(seed * 1_000_003 + step);
    int[] batch = new int[size];
    for (int i = 0; i < size; i++) {
      batch[i] = random.nextInt(SAMPLES);
    }
    return batch;
  }

  double[] points(int sample) {
    return points[sample];
  }

  int label(int sample) {
    return labels[sample];
  }
}
