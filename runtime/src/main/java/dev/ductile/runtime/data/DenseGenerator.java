package dev.ductile.runtime.data;

import java.util.random.RandomGenerator;

/**
 * Examples of values between -1 and 1. If there are very many features only some of them are not
 * zero, so that computing with a large model is cheap.
 */
final class DenseGenerator implements ExampleGenerator {
  /** The largest number of values of an example. */
  static final int MOST_VALUES = 1_024;

  private final int features;
  private final Truth truth;

  DenseGenerator(int features, ClassLabels labels, long seed) {
    this.features = features;
    truth = new Truth(seed, labels, 8 / Math.sqrt(Math.min(features, MOST_VALUES)), 0);
  }

  @Override
  public int width() {
    return features <= MOST_VALUES ? features : 0;
  }

  @Override
  public void example(RandomGenerator random, ExampleList into) {
    if (features <= MOST_VALUES) {
      for (int i = 0; i < features; i++) {
        into.value(i, value(random));
      }
    } else {
      for (int i = 0; i < MOST_VALUES; i++) {
        long from = (long) features * i / MOST_VALUES;
        long to = (long) features * (i + 1) / MOST_VALUES;
        into.value((int) random.nextLong(from, to), value(random));
      }
    }
    into.end(truth.label(into, random));
  }

  private static float value(RandomGenerator random) {
    return 2 * random.nextFloat() - 1;
  }
}
