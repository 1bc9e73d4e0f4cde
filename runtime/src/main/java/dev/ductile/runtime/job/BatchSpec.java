package dev.ductile.runtime.job;

/**
 * How many examples a step has.
 *
 * @param examples of all workers together, or of each where {@code perWorker}
 * @param perWorker whether more workers make a larger batch
 * @param rate what a larger batch does to the learning rate
 */
public record BatchSpec(int examples, boolean perWorker, RateRule rate) {
  public BatchSpec {
    if (examples < 1) {
      throw new IllegalArgumentException("examples must be at least 1, not " + examples);
    }
  }

  /** How the learning rate grows with the number of workers. */
  public enum RateRule {
    NONE,
    LINEAR,
    SQUARE_ROOT
  }
}
