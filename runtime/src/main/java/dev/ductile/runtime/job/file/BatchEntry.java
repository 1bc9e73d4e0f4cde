package dev.ductile.runtime.job.file;

import dev.ductile.runtime.job.BatchSpec;
import dev.ductile.runtime.job.BatchSpec.RateRule;
import dev.ductile.runtime.job.OptimizerSpec;
import dev.ductile.text.ExactlyOne;
import dev.ductile.text.NumberBounds;
import java.util.Optional;

/**
 * The number of examples of a step.
 *
 * @param examples of all workers together, however many they are
 * @param perWorker of each worker
 * @param rate the change of the learning rate when the number of workers changes; only with
 *     perWorker
 */
@ExactlyOne({"examples", "perWorker"})
record BatchEntry(
    Optional<@NumberBounds(least = 1) Integer> examples,
    Optional<@NumberBounds(least = 1) Integer> perWorker,
    Optional<RateRule> rate) {
  private static final int DEFAULT_EXAMPLES = 256;

  BatchEntry {
    if (examples.isPresent() == perWorker.isPresent()) {
      throw new IllegalArgumentException(
          "one of examples (of all workers together) and perWorker must be given");
    }
    requirePositive("examples", examples);
    requirePositive("perWorker", perWorker);
    if (perWorker.isEmpty() && rate.orElse(RateRule.NONE) != RateRule.NONE) {
      throw new IllegalArgumentException(
          "rate is for batch.perWorker: a batch of all workers together never grows");
    }
  }

  static BatchEntry of(int examples) {
    return new BatchEntry(Optional.of(examples), Optional.empty(), Optional.empty());
  }

  /** The batch of a job that does not mention it. */
  static BatchSpec usual(OptimizerSpec.Kind kind) {
    return kind.takesAllExamples() ? BatchSpec.ALL : of(DEFAULT_EXAMPLES).spec();
  }

  BatchSpec spec() {
    return new BatchSpec(
        examples.or(() -> perWorker).orElseThrow(),
        perWorker.isPresent(),
        rate.orElse(RateRule.NONE));
  }

  private static void requirePositive(String key, Optional<Integer> count) {
    if (count.orElse(1) < 1) {
      throw new IllegalArgumentException(
          "%s must be at least 1, not %d".formatted(key, count.orElseThrow()));
    }
  }
}
