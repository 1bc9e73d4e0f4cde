package dev.ductile.answers.forecast;

import dev.ductile.api.JobId;
import dev.ductile.api.Stability;
import dev.ductile.scheduler.RestingJobs;
import dev.ductile.scheduler.SizeProtection;
import java.util.Map;

/**
 * The limits of changes in a live cluster.
 *
 * @param held the jobs that no policy changes now
 */
public record LiveLimits(Stability stability, Map<JobId, SizeProtection> held) {
  public LiveLimits {
    held = Map.copyOf(held);
  }

  /** The same limits in a simulation that begins now. */
  RestingJobs resting() {
    var resting = new RestingJobs(stability);
    held.forEach(resting::hold);
    return resting;
  }
}
