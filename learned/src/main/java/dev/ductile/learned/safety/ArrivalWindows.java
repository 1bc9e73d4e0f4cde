package dev.ductile.learned.safety;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.history.RecordedRun;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Windows of the recorded arrivals of a cluster: runs of their own, each with equally many jobs.
 */
final class ArrivalWindows {
  private ArrivalWindows() {}

  /** The jobs that a simulation can run: their speed is known. */
  static List<JobId> jobs(RecordedRun run) {
    var unknown = new HashSet<JobId>(run.jobsWithoutSpeed());
    return run.submissions().stream()
        .map(job -> job.spec().id())
        .filter(job -> !unknown.contains(job))
        .distinct()
        .toList();
  }

  /**
   * These jobs in equal parts, in order of arrival; the first ones that are left over are not used.
   */
  static List<RecordedRun> of(RecordedRun run, List<JobId> jobs, int windows) {
    int size = jobs.size() / windows;
    int first = jobs.size() - size * windows;
    var parts = new ArrayList<RecordedRun>();
    for (int start = first; start < jobs.size(); start += size) {
      parts.add(only(run, Set.copyOf(jobs.subList(start, start + size))));
    }
    return parts;
  }

  private static RecordedRun only(RecordedRun run, Set<JobId> jobs) {
    return new RecordedRun(
        run.events().stream()
            .filter(event -> !(event instanceof Event.OfJob ofJob) || jobs.contains(ofJob.job()))
            .toList());
  }
}
