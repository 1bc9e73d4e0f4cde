package dev.ductile.runtime.job;

import dev.ductile.text.NumberBounds;
import java.time.Duration;
import java.util.Optional;

/**
 * The checkpoints that are saved during training. A job is also saved when it is asked to stop and
 * when it has finished.
 *
 * @param every the time between two checkpoints
 * @param everySteps the number of steps between two checkpoints
 * @param keep the number of checkpoints that are kept, the latest first
 */
public record CheckpointSpec(
    Optional<Duration> every,
    Optional<@NumberBounds(least = 1) Long> everySteps,
    @NumberBounds(least = 1) int keep) {
  /** No checkpoint during training; the last two are kept. */
  public static final CheckpointSpec DEFAULT =
      new CheckpointSpec(Optional.empty(), Optional.empty(), 2);

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
