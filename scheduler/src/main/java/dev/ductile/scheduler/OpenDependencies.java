package dev.ductile.scheduler;

import dev.ductile.api.Dependency;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.Reason;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The jobs that wait for the end of other jobs. A job that is over blocks none: the scheduler
 * cancels the jobs that needed another end of it.
 */
final class OpenDependencies {
  /** The jobs that each blocked job waits for. */
  private final Map<JobId, Set<JobId>> awaited = new LinkedHashMap<>();

  /** The jobs that wait for each job. */
  private final Map<JobId, Set<JobId>> waiting = new HashMap<>();

  /** The jobs that have failed or were cancelled. */
  private final Set<JobId> unsuccessful = new LinkedHashSet<>();

  void takeOver(List<JobId> ended) {
    unsuccessful.addAll(ended);
  }

  List<JobId> unsuccessful() {
    return List.copyOf(unsuccessful);
  }

  boolean hasFailed(JobId job) {
    return unsuccessful.contains(job);
  }

  /**
   * A job was submitted.
   *
   * @param isActive whether a job is not over
   */
  void submit(JobSpec job, Predicate<JobId> isActive) {
    for (Dependency dependency : job.after()) {
      if (isActive.test(dependency.job())) {
        awaited.computeIfAbsent(job.id(), _ -> new LinkedHashSet<>()).add(dependency.job());
        waiting.computeIfAbsent(dependency.job(), _ -> new LinkedHashSet<>()).add(job.id());
      }
    }
  }

  /** A job is over. */
  void end(JobId job, JobState last) {
    if (last != JobState.SUCCEEDED) {
      unsuccessful.add(job);
    }
    find(waiting, job).forEach(other -> remove(awaited, other, job));
    waiting.remove(job);
    find(awaited, job).forEach(other -> remove(waiting, other, job));
    awaited.remove(job);
  }

  /** The jobs that wait for this one. */
  List<JobId> waitingFor(JobId job) {
    return List.copyOf(find(waiting, job));
  }

  /** Gives each job that waits for others its reason. */
  void withhold(Map<JobId, Reason> withheld) {
    awaited.forEach((job, others) -> withheld.putIfAbsent(job, reason(others)));
  }

  boolean isEmpty() {
    return awaited.isEmpty();
  }

  private static Reason reason(Set<JobId> others) {
    JobId first = others.iterator().next();
    return others.size() == 1
        ? Reason.of(Reason.Kind.WAITING_FOR_JOBS, "waits for the end of job {awaited}", first)
        : Reason.of(
            Reason.Kind.WAITING_FOR_JOBS,
            "waits for the ends of {awaitedJobs} jobs, of which the first is {awaited}",
            others.size(),
            first);
  }

  private static Set<JobId> find(Map<JobId, Set<JobId>> jobs, JobId job) {
    return Optional.ofNullable(jobs.get(job)).orElse(Set.of());
  }

  private static void remove(Map<JobId, Set<JobId>> jobs, JobId from, JobId job) {
    jobs.computeIfPresent(
        from,
        (_, others) -> {
          others.remove(job);
          return others.isEmpty() ? null : others;
        });
  }
}
