package dev.ductile.runtime.job;

import java.time.Duration;

/**
 * What the job bears.
 *
 * @param stall how long no step may end before everybody is asked whether he lives
 * @param answer how long a task may take to answer the master
 * @param slow how many times slower than the median of the workers one may be before it is
 *     replaced; 0 never replaces for slowness
 */
public record FaultSpec(Duration stall, Duration answer, double slow) {
  public static final FaultSpec DEFAULT =
      new FaultSpec(Duration.ofSeconds(10), Duration.ofSeconds(2), 0);

  public FaultSpec {
    if (!stall.isPositive()) {
      throw new IllegalArgumentException("stall must be above zero, not " + stall);
    }
    if (!answer.isPositive()) {
      throw new IllegalArgumentException("answer must be above zero, not " + answer);
    }
    if (!(slow == 0 || slow > 1)) {
      throw new IllegalArgumentException("slow must be 0 or above 1, not " + slow);
    }
  }
}
