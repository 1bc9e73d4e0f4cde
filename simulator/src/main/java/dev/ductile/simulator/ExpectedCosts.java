package dev.ductile.simulator;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Costs by a picture: a change of size and a return cost a job its expected pause; the cost of a
 * first start is unknown.
 *
 * @param ofOthers the pause of jobs that the picture does not show
 */
record ExpectedCosts(Map<JobId, Duration> pauses, Duration ofOthers) implements Costs {
  static ExpectedCosts of(Cluster picture) {
    var pauses = new HashMap<JobId, Duration>();
    Duration longest = Duration.ZERO;
    for (Job job : picture.jobs()) {
      pauses.put(job.id(), job.pause());
      longest = longest.compareTo(job.pause()) < 0 ? job.pause() : longest;
    }
    return new ExpectedCosts(pauses, longest);
  }

  @Override
  public Duration start(JobSpec job) {
    return Duration.ZERO;
  }

  @Override
  public Duration comeBack(JobSpec job) {
    return expected(job);
  }

  @Override
  public Duration change(JobSpec job) {
    return expected(job);
  }

  @Override
  public Duration expected(JobSpec job) {
    return pauses.getOrDefault(job.id(), ofOthers);
  }
}
