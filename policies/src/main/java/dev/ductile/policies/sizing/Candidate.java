package dev.ductile.policies.sizing;

import dev.ductile.api.Job;
import dev.ductile.api.Size;
import java.time.Instant;

/**
 * A job whose size is to be decided, with its speed and its needs by size.
 *
 * @param pool the nodes that it may use, by their number in {@link NodePools}
 */
public record Candidate(Job job, SpeedBySize speeds, ResourceNeeds needs, int pool) {
  /** Seconds to its end at this size. */
  public double remainingSeconds(int index, Instant now) {
    return job.remainingSteps(now) / speeds.stepsPerSecond(index);
  }

  public Size size(int index) {
    return speeds.size(index);
  }

  /** The index of its present size; -1 if it waits. */
  public int held() {
    return job.holdsResources() ? speeds.indexOf(job.allocation().size()) : -1;
  }

  /** Whether its speed is known. */
  boolean isKnown() {
    double speed = speeds.stepsPerSecond(0);
    return speed > 0 && speed < Double.POSITIVE_INFINITY;
  }
}
