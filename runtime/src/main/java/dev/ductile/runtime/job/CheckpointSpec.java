package dev.ductile.runtime.job;

import java.time.Duration;
import java.util.Optional;

/**
 * When the job is saved while it runs; it is also saved when it is asked to stop and when it is
 * done.
 *
 * @param keep how many of the last are kept
 */
public record CheckpointSpec(Optional<Duration> every, Optional<Long> everySteps, int keep) {
  public CheckpointSpec {
    if (every.isPresent() && !every.get().isPositive()) {
      throw new IllegalArgumentException("every must be above zero, not " + every.get());
    }
    if (everySteps.isPresent() && everySteps.get() < 1) {
      throw new IllegalArgumentException("everySteps must be at least 1, not " + everySteps.get());
    }
    if (keep < 1) {
      throw new IllegalArgumentException("keep must be at least 1, not " + keep);
    }
  }
}
