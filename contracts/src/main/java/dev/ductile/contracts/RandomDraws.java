package dev.ductile.contracts;

import java.util.List;
import java.util.random.RandomGenerator;

/** Random draws of a test. */
record RandomDraws(RandomGenerator random) {
  int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  double between(double least, double most) {
    return random.nextDouble(least, most);
  }

  boolean oneIn(int many) {
    return random.nextInt(many) == 0;
  }

  <T> T of(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
