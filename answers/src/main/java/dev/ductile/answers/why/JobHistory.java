package dev.ductile.answers.why;

import dev.ductile.answers.Views;
import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Plan;
import dev.ductile.rest.JobChange;
import dev.ductile.rest.ReasonView;
import dev.ductile.scheduler.Observer;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The history of jobs: each change with its reason, its pause, and its predicted and measured
 * speeds. It is a fold over events and decisions; the number of jobs and of changes is limited. It
 * may be read by any thread.
 */
public final class JobHistory implements Observer {
  /**
   * The reason of one change, as a decision gave it.
   *
   * @param predicted steps per second after the change by the scheduler's estimate; 0 if unknown
   */
  public record DecidedChange(
      JobId job, Allocation to, String policy, ReasonView reason, double predicted) {}

  private final int mostJobs;
  private final int mostChanges;
  private final Supplier<String> policy;
  private final Map<JobId, JobTrail> trails = new LinkedHashMap<>();
  private final Map<JobId, DecidedChange> decided = new HashMap<>();

  /**
   * An empty history.
   *
   * @param policy the name of the acting policy
   */
  public JobHistory(int mostJobs, int mostChanges, Supplier<String> policy) {
    this.mostJobs = mostJobs;
    this.mostChanges = mostChanges;
    this.policy = policy;
  }

  /** The changes of a job, the first first; empty for an unknown one. */
  public synchronized List<JobChange> of(JobId job) {
    JobTrail trail = trails.get(job);
    return trail == null ? List.of() : trail.list();
  }

  /** The last changes of these jobs as data, at most this many of each. */
  public synchronized List<KeptTrail> kept(Collection<JobId> jobs, int count) {
    return jobs.stream()
        .filter(trails::containsKey)
        .map(job -> trail(job).kept(job, count))
        .toList();
  }

  /** Continues from kept changes. */
  public synchronized void restore(List<KeptTrail> kept) {
    kept.forEach(trail -> trails.put(trail.job(), new JobTrail(mostChanges, trail)));
  }

  /** Takes in the reason of a change before its event, such as one from a database. */
  public synchronized void decided(DecidedChange change) {
    decided.put(change.job(), change);
  }

  @Override
  public synchronized void decided(Cluster cluster, Plan plan) {
    decided.clear();
    var kept = new HashMap<Long, Grant>();
    for (Grant grant : plan.grants()) {
      kept.put(grant.job().arrival(), grant);
      if (grant.isChange()) {
        note(grant.job(), grant.allocation(), plan);
      }
    }
    for (Job job : cluster.running()) {
      if (!kept.containsKey(job.arrival())) {
        note(job, Allocation.NONE, plan);
      }
    }
  }

  private void note(Job job, Allocation to, Plan plan) {
    decided.put(
        job.id(),
        new DecidedChange(
            job.id(),
            to,
            policy.get(),
            Views.reason(plan.reasons().why(job)),
            job.speed().stepsPerSecond(to)));
  }

  @Override
  public synchronized void happened(Event event) {
    if (!(event instanceof Event.OfJob ofJob)) {
      return;
    }
    switch (ofJob) {
      case Event.Submitted submitted -> trail(submitted.job()).add(submitted.at(), "submitted");
      case Event.Allocated allocated -> allocate(allocated);
      case Event.Running running -> trail(running.job()).run(running);
      case Event.Progressed progressed -> trail(progressed.job()).measure(progressed);
      case Event.Rescaled rescaled -> trail(rescaled.job()).pause(rescaled);
      case Event.Crashed crashed -> {
        trail(crashed.job()).add(crashed.at(), "crashed");
        trail(crashed.job()).release();
      }
      case Event.Unknown unknown -> trail(unknown.job()).add(unknown.at(), "unknown");
      case Event.Held held -> trail(held.job()).add(held.at(), "held");
      case Event.Resumed resumed -> trail(resumed.job()).add(resumed.at(), "resumed");
      case Event.Amended amended -> trail(amended.job()).add(amended.at(), "amended");
      case Event.Scaled scaled -> trail(scaled.job()).add(scaled.at(), "scaled");
      case Event.Unscaled unscaled -> trail(unscaled.job()).add(unscaled.at(), "unscaled");
      case Event.Refused refused -> {}
      case Event.Finished finished -> end(finished, "finished");
      case Event.Failed failed -> end(failed, "failed");
      case Event.Cancelled cancelled -> end(cancelled, "cancelled");
      case Event.Noted _, Event.Released _, Event.PhaseChanged _, Event.SpeedLearned _ -> {}
    }
  }

  private void allocate(Event.Allocated event) {
    DecidedChange reason = decided.remove(event.job());
    boolean isKnown = reason != null && reason.to().equals(event.to());
    trail(event.job()).allocate(event, isKnown ? Optional.ofNullable(reason) : Optional.empty());
  }

  private void end(Event.Ended event, String kind) {
    JobTrail trail = trail(event.job());
    trail.add(event.at(), kind);
    trail.release();
  }

  private JobTrail trail(JobId job) {
    JobTrail known = trails.get(job);
    if (known != null) {
      return known;
    }
    if (trails.size() >= mostJobs) {
      trails.remove(trails.keySet().iterator().next());
    }
    var made = new JobTrail(mostChanges);
    trails.put(job, made);
    return made;
  }

  /** Forgets a job. */
  public synchronized void forget(JobId job) {
    trails.remove(job);
    decided.remove(job);
  }
}
