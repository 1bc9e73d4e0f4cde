package dev.ductile.server.cluster;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One page of the jobs that are not over, in the order of their submission.
 *
 * @param total the matching jobs of all pages
 * @param isLast whether no matching job comes after this page
 */
record ActivePage(List<Job> jobs, long total, boolean isLast) {
  /** Begins the positions after the jobs that are not over. */
  static final String PAST = "past:";

  /** The page of this filter; empty if the filter asks for none of these jobs. */
  static ActivePage of(Cluster cluster, JobFilter filter) {
    boolean isBehind = filter.after().filter(place -> place.startsWith(PAST)).isPresent();
    long after = isBehind ? Long.MAX_VALUE : filter.after().map(Long::parseLong).orElse(-1L);
    return filter.asksForActive()
        ? page(cluster, filter, after)
        : new ActivePage(List.of(), 0, true);
  }

  private static ActivePage page(Cluster cluster, JobFilter filter, long after) {
    boolean takesAll = filter.takesAllActive();
    var jobs = new ArrayList<Job>();
    long total = 0;
    boolean isLast = true;
    for (Job job : cluster.jobs()) {
      if (takesAll && !isLast) {
        break;
      }
      if (takesAll || matches(job, filter)) {
        total++;
        if (job.arrival() > after && jobs.size() < filter.limit()) {
          jobs.add(job);
        } else {
          isLast &= job.arrival() <= after;
        }
      }
    }
    return new ActivePage(List.copyOf(jobs), takesAll ? cluster.jobs().size() : total, isLast);
  }

  private static boolean matches(Job job, JobFilter filter) {
    JobSpec spec = job.spec();
    return filter.matches(
        JobDocuments.state(job.state()), spec.queue(), spec.owner(), spec.id().name());
  }

  /** The position of the next page; empty after the last one. */
  Optional<String> next() {
    return isLast ? Optional.empty() : Optional.of(Long.toString(jobs.getLast().arrival()));
  }
}
