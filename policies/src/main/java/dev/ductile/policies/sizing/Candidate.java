package dev.ductile.policies.sizing;

import dev.ductile.api.Job;
import dev.ductile.api.Size;
import java.time.Instant;

/** A job whose size is to be decided, with its speed and its needs by size. */
public record Candidate(Job job, SpeedBySize ladder, Price price) {
  /** Seconds to its end at this size. */
  public double remainingSeconds(int rung, Instant now) {
    return job.remainingSteps(now) / ladder.stepsPerSecond(rung);
  }

  public Size size(int rung) {
    return ladder.size(rung);
  }

  /** The index of its present size; -1 where it waits. */
  public int held() {
    return job.holdsResources() ? ladder.rungOf(job.allocation().size()) : -1;
  }

  /** Whether its speed is known. */
  boolean isKnown() {
    double speed = ladder.stepsPerSecond(0);
    return speed > 0 && speed < Double.POSITIVE_INFINITY;
  }
}
