package dev.ductile.runtime.data;

import java.util.random.RandomGenerator;

/** Makes up one example after another. */
interface Generator {
  /** Appends an example that depends on nothing but this stream of chance. */
  void example(RandomGenerator random, ExampleList into);

  /** How many features each example has where all have all; else 0. */
  default int width() {
    return 0;
  }
}
