package dev.ductile.runtime.job;

/**
 * The number of examples of a step.
 *
 * @param examples of all workers together, or of each if {@code perWorker}
 * @param perWorker whether more workers make a larger batch
 * @param rate the effect of a larger batch on the learning rate
 */
public record BatchSpec(int examples, boolean perWorker, RateRule rate) {
  /** All examples of the data. */
  public static final BatchSpec ALL = new BatchSpec(Integer.MAX_VALUE, false, RateRule.NONE);

  public BatchSpec {
    if (examples < 1) {
      throw new IllegalArgumentException("examples must be at least 1, not " + examples);
    }
  }

  /** Whether each step has all examples. */
  public boolean isAll() {
    return examples == ALL.examples && !perWorker && rate == RateRule.NONE;
  }

  /** How the learning rate grows with the number of workers. */
  public enum RateRule {
    NONE,
    LINEAR,
    SQUARE_ROOT
  }
}
