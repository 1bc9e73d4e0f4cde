package dev.ductile.bench.testbed;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * What a process does between a message that comes and one that goes.
 *
 * @param seconds on average
 * @param variation their standard deviation, as a share of the average; they are equally likely
 *     within bounds
 */
record Effort(Work work, double seconds, double variation) {
  /** How many words {@link #words} are. */
  static final int WORDS = 3;

  private static final double BOUND_BY_DEVIATION = Math.sqrt(3);

  Effort {
    if (!(seconds >= 0 && variation >= 0 && variation * BOUND_BY_DEVIATION <= 1)) {
      throw new IllegalArgumentException(
          "%s s with a variation of %s would take less than no time".formatted(seconds, variation));
    }
  }

  static Effort parse(List<String> words) {
    return new Effort(
        Work.valueOf(words.get(0)),
        Double.parseDouble(words.get(1)),
        Double.parseDouble(words.get(2)));
  }

  /** As {@link #parse} reads it. */
  List<String> words() {
    return List.of(work.name(), Double.toString(seconds), Double.toString(variation));
  }

  Effort times(double share) {
    return new Effort(work, seconds * share, variation);
  }

  void spend(RandomGenerator random) throws InterruptedException {
    double bound = variation * BOUND_BY_DEVIATION;
    work.spend(seconds * (1 + bound * (2 * random.nextDouble() - 1)));
  }
}
