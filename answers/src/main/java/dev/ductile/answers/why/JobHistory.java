package dev.ductile.answers.why;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.rest.JobChange;
import dev.ductile.scheduler.SchedulerObserver;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The history of jobs: each change with its reason, its pause, and its predicted and measured
 * speeds. It is a fold of events. The last changes of each job are in memory; older ones, and all
 * of a job that has ended, go to an archive. It may be read by any thread.
 */
public final class JobHistory implements SchedulerObserver {
  /** Jobs that ended last, whose changes may not be in the archive yet. */
  private static final int MOST_ENDED = 2_000;

  private static final Changes NOWHERE = new Changes(Long.MAX_VALUE, List.of());

  private final Archive archive;
  private final Map<JobId, JobTrail> active = new HashMap<>();
  private final Map<JobId, JobTrail> ended = new LinkedHashMap<>();

  /** Takes the changes that are not kept in memory. */
  @FunctionalInterface
  public interface Archive {
    /** Keeps nothing. */
    Archive NONE = (_, _) -> {};

    /** Takes changes of a job; the same ones may come again after a restart. */
    void take(JobId job, Changes changes);
  }

  /**
   * Consecutive changes of a job.
   *
   * @param first the number of the first one, from 0 on
   */
  public record Changes(long first, List<JobChange> list) {
    public Changes {
      list = List.copyOf(list);
    }
  }

  public JobHistory(Archive archive) {
    this.archive = archive;
  }

  /** The changes of a job that are in memory; none, after all others, for an unknown one. */
  public synchronized Changes of(JobId job) {
    return Optional.ofNullable(active.get(job))
        .or(() -> Optional.ofNullable(ended.get(job)))
        .map(JobTrail::changes)
        .orElse(NOWHERE);
  }

  /** The changes of these jobs as data. */
  public synchronized List<KeptTrail> kept(Collection<JobId> jobs) {
    return jobs.stream()
        .flatMap(job -> Optional.ofNullable(active.get(job)).map(trail -> trail.kept(job)).stream())
        .toList();
  }

  /** Continues from kept changes; an active job without them begins a history. */
  public synchronized void restore(List<KeptTrail> kept, Collection<JobId> jobs) {
    jobs.forEach(job -> active.put(job, new JobTrail()));
    kept.forEach(trail -> active.put(trail.job(), new JobTrail(trail)));
  }

  @Override
  public synchronized void happened(Event event) {
    switch (event) {
      case Event.Submitted submitted ->
          active
              .computeIfAbsent(submitted.job(), _ -> new JobTrail())
              .add(submitted.at(), "submitted");
      case Event.Ended end -> end(end);
      case Event.OfJob other -> change(other);
      case Event.OfNode _, Event.Setting _ -> {}
    }
  }

  private void change(Event.OfJob event) {
    JobTrail trail = active.get(event.job());
    if (trail != null) {
      trail.take(event);
      trail.older().ifPresent(changes -> archive.take(event.job(), changes));
    }
  }

  private void end(Event.Ended event) {
    JobTrail trail = active.remove(event.job());
    if (trail != null) {
      trail.take(event);
      archive.take(event.job(), trail.changes());
      ended.put(event.job(), trail);
      if (ended.size() > MOST_ENDED) {
        ended.remove(ended.keySet().iterator().next());
      }
    }
  }
}
