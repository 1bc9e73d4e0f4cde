package dev.ductile.policies.eps;

import dev.ductile.api.RescaleMode;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The differences between the schedulers of this paper.
 *
 * @param removal the rule that takes tasks from running jobs for arriving ones
 * @param growth how running jobs grow when no job can start; empty if they do not grow
 * @param rescaleMode how all jobs change their sizes; empty if each job uses its own mode
 */
record Rules(
    Removal removal,
    Optional<Watch> growth,
    Optional<RescaleMode> rescaleMode,
    OptionalInt threshold,
    boolean skip,
    int master) {
  /**
   * How running jobs grow.
   *
   * @param every time between two rounds
   * @param monitor whether tasks that made a job slower are taken back
   */
  record Watch(Duration every, boolean monitor) {}

  /** Whether too many jobs are in the training phase for another to start. */
  boolean isFull(int training) {
    return threshold.isPresent() && training > threshold.getAsInt();
  }
}
