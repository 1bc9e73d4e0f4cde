package dev.ductile.answers.forecast;

import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobState;
import dev.ductile.api.Plan;
import dev.ductile.api.Size;
import dev.ductile.scheduler.SchedulerObserver;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One simulated future: when its jobs start, change their sizes and end. */
final class SimulatedFuture implements SchedulerObserver {
  /** Later changes of a job are not kept. */
  private static final int MOST_CHANGES = 1_000;

  /** The size of a job from a time on; no size while it waits. */
  record Change(Instant from, Size size) {}

  private final Set<JobId> watched;
  private final Set<JobId> awaited;
  private final Map<JobId, Instant> starts = new HashMap<>();
  private final Map<JobId, Instant> ends = new HashMap<>();
  private final Map<JobId, List<Change>> changes = new HashMap<>();
  private Cluster last;
  private long decisions;
  private long jobDecisions;
  private long rescales;
  private boolean isStuck;
  private boolean isCut;

  /**
   * A future that has just begun.
   *
   * @param watched the jobs whose sizes are kept
   */
  SimulatedFuture(Cluster picture, Set<JobId> watched) {
    this.watched = Set.copyOf(watched);
    this.awaited = new HashSet<>(watched);
    this.last = picture;
    for (Job job : picture.jobs()) {
      if (job.holdsResources() && watched.contains(job.id())) {
        add(job.id(), new Change(picture.now(), job.allocation().size()));
      }
    }
  }

  @Override
  public void happened(Event event) {
    switch (event) {
      case Event.Allocated allocated -> allocate(allocated);
      case Event.Crashed crashed -> add(crashed.job(), new Change(crashed.at(), Size.NONE));
      case Event.Ended ended -> {
        ends.put(ended.job(), ended.at());
        awaited.remove(ended.job());
      }
      case Event.OfNode _, Event.Setting _, Event.OfJob _ -> {}
    }
  }

  private void allocate(Event.Allocated event) {
    if (event.from().isNone()) {
      starts.putIfAbsent(event.job(), event.at());
    } else {
      rescales++;
    }
    add(event.job(), new Change(event.at(), event.to().size()));
  }

  private void add(JobId job, Change change) {
    if (watched.contains(job)) {
      List<Change> known = changes.computeIfAbsent(job, _ -> new ArrayList<>());
      if (known.size() < MOST_CHANGES) {
        known.add(change);
      }
    }
  }

  @Override
  public void decided(Cluster cluster, Plan plan) {
    last = cluster;
    decisions++;
    jobDecisions += 1 + cluster.jobs().size();
    isStuck =
        cluster.pinned().isEmpty()
            && plan.reconsider().isEmpty()
            && cluster.running().stream().noneMatch(SimulatedFuture::moves)
            && plan.grants().stream().noneMatch(grant -> grant.isChange());
  }

  /** Whether the job reports something by itself; one of unknown speed trains for ever. */
  private static boolean moves(Job job) {
    return job.state() != JobState.RUNNING || job.progress().stepsPerSecond() > 0;
  }

  void close(boolean cut) {
    isCut = cut;
  }

  /** When the job first got resources; absent for one that had them at the beginning. */
  Optional<Instant> start(JobId job) {
    return Optional.ofNullable(starts.get(job));
  }

  Optional<Instant> end(JobId job) {
    return Optional.ofNullable(ends.get(job));
  }

  /** The sizes of a watched job, in order of time. */
  List<Change> sizes(JobId job) {
    return changes.getOrDefault(job, List.of());
  }

  /** The picture of the last decision. */
  Cluster last() {
    return last;
  }

  long decisions() {
    return decisions;
  }

  long jobDecisions() {
    return jobDecisions;
  }

  /** The changes of the sizes and places of running jobs. */
  long rescales() {
    return rescales;
  }

  /** Whether all watched jobs have ended. */
  boolean isOver() {
    return awaited.isEmpty();
  }

  /** Whether nothing can happen any more, because all running jobs have unknown speeds. */
  boolean isStuck() {
    return isStuck;
  }

  /** Whether the effort ended before the jobs did. */
  boolean isCut() {
    return isCut;
  }
}
