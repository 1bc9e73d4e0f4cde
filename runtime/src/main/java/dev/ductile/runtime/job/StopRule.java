package dev.ductile.runtime.job;

import java.util.Optional;

/**
 * When the job is done: at the first of what is given.
 *
 * @param loss the mean over the last epoch's examples that is good enough
 */
public record StopRule(Optional<Integer> epochs, Optional<Long> steps, Optional<Double> loss) {
  public StopRule {
    if (epochs.isEmpty() && steps.isEmpty()) {
      throw new IllegalArgumentException(
          "epochs or steps must be said, for a loss alone may never be reached");
    }
    if (epochs.orElse(1) < 1) {
      throw new IllegalArgumentException("epochs must be at least 1, not " + epochs.orElseThrow());
    }
    if (steps.orElse(1L) < 1) {
      throw new IllegalArgumentException("steps must be at least 1, not " + steps.orElseThrow());
    }
    if (!Double.isFinite(loss.orElse(0.0))) {
      throw new IllegalArgumentException("loss must be a number, not " + loss.orElseThrow());
    }
  }
}
