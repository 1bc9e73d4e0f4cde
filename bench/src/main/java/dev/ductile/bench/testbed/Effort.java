package dev.ductile.bench.testbed;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The work of a process between a received message and its answer.
 *
 * @param seconds the mean time
 * @param variation the standard deviation of the time as a share of its mean; the distribution is
 *     uniform
 */
record Effort(Work work, double seconds, double variation) {
  /** The number of {@link #words}. */
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

  /** The form that {@link #parse} reads. */
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
