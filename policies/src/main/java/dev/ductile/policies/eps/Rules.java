package dev.ductile.policies.eps;

import dev.ductile.api.Mechanism;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What sets the schedulers of this paper apart.
 *
 * @param removal from whom tasks are taken for jobs that come
 * @param growth how jobs grow when nobody may start; absent, and they do not
 * @param mechanism how all jobs change their sizes; absent, and each does it its own way
 */
record Rules(
    Removal removal,
    Optional<Watch> growth,
    Optional<Mechanism> mechanism,
    OptionalInt threshold,
    boolean skip,
    int master) {
  /**
   * How growing jobs are watched.
   *
   * @param every how long after a round the next one begins
   * @param monitor whether what made a job slower is taken back
   */
  record Watch(Duration every, boolean monitor) {}

  /** Whether nobody may start while so many are past their early feedback. */
  boolean isFull(int training) {
    return threshold.isPresent() && training > threshold.getAsInt();
  }
}
