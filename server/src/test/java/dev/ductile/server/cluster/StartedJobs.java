package dev.ductile.server.cluster;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import java.util.Map;
import java.util.TreeMap;

/** The active jobs with their files, and whether each has started: what webhooks continue from. */
final class StartedJobs implements PastReader {
  private final Map<JobId, String> jobs = new TreeMap<>();

  @Override
  public void active(JobTrack job) {
    jobs.put(job.spec().id(), words(job.started().isPresent(), job.origin().file()));
  }

  @Override
  public void past(Event event) {
    switch (event) {
      case Event.Submitted job -> jobs.put(job.job(), words(false, job.origin().file()));
      case Event.Ended job -> jobs.remove(job.job());
      case Event.Allocated job ->
          jobs.computeIfPresent(job.job(), (_, words) -> words.replace("waits", "started"));
      case Event.Accepted _, Event.Decided _, Event.Report _, Event.OfNode _, Event.Setting _ -> {}
    }
  }

  private static String words(boolean hasStarted, String file) {
    return "%s: %s".formatted(hasStarted ? "started" : "waits", file);
  }

  Map<JobId, String> list() {
    return jobs;
  }
}
