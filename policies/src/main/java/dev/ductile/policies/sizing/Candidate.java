package dev.ductile.policies.sizing;

import dev.ductile.api.Job;
import dev.ductile.api.Size;
import java.time.Instant;

/** A job that is to be sized, with all that a rule for sizes asks about it. */
public record Candidate(Job job, SpeedBySize ladder, Price price) {
  /** Seconds to its end if it stays at this rung from now on. */
  public double remainingSeconds(int rung, Instant now) {
    return job.remainingSteps(now) / ladder.stepsPerSecond(rung);
  }

  public Size size(int rung) {
    return ladder.size(rung);
  }

  /** The rung of what it holds; -1 where it holds nothing. */
  public int held() {
    return job.holdsResources() ? ladder.rungOf(job.allocation().size()) : -1;
  }

  /** Whether anything is known of how fast it trains. */
  boolean isKnown() {
    double speed = ladder.stepsPerSecond(0);
    return speed > 0 && speed < Double.POSITIVE_INFINITY;
  }
}
