package dev.ductile.runtime.data;

import java.util.random.RandomGenerator;

/** Generates one example after another. */
interface ExampleGenerator {
  /** Appends an example that depends only on this random stream. */
  void example(RandomGenerator random, ExampleList into);

  /** The number of features of each example if all have all; otherwise 0. */
  default int width() {
    return 0;
  }
}
