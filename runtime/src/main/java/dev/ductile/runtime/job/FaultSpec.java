package dev.ductile.runtime.job;

import dev.ductile.text.NumberBounds;
import java.time.Duration;

/**
 * The limits after which a task counts as failed.
 *
 * @param stall the time without a finished step after which the master asks each task for a sign of
 *     life
 * @param answer the time in which a task must answer the master
 * @param slow a worker is replaced when it is this many times slower than the median of the
 *     workers; 0 never replaces a slow worker, and other values are above 1
 */
public record FaultSpec(Duration stall, Duration answer, @NumberBounds(least = 0) double slow) {
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
