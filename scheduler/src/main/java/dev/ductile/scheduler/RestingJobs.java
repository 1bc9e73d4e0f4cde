package dev.ductile.scheduler;

import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Plan;
import dev.ductile.api.Reason;
import dev.ductile.api.Roster;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Detects jobs that change too often, and protects them from further changes for a time. */
final class RestingJobs {
  private final Optional<Stability> stability;
  private final Map<JobId, Deque<Instant>> changes = new HashMap<>();
  private long rests;

  RestingJobs(Optional<Stability> stability) {
    this.stability = stability;
  }

  /** The number of times that a job was left alone because it had changed too often. */
  long rests() {
    return rests;
  }

  /** Counts a change of a job; a start is none, and a stop is one. */
  void take(Event event) {
    if (event instanceof Event.Ended ended) {
      changes.remove(ended.job());
    }
    if (event instanceof Event.Allocated change && !change.from().isNone()) {
      stability.ifPresent(limits -> count(change, limits));
    }
  }

  private void count(Event.Allocated change, Stability limits) {
    Deque<Instant> times = changes.computeIfAbsent(change.job(), _ -> new ArrayDeque<>());
    times.addLast(change.at());
    forget(times, change.at(), limits);
    if (!limits.rest(times.size()).isZero()) {
      rests++;
    }
  }

  private static void forget(Deque<Instant> times, Instant now, Stability limits) {
    Instant from = now.minus(limits.period());
    times.removeIf(time -> time.isBefore(from));
  }

  /** The time until which a job rests; the past for most. */
  private Instant until(Job job, Instant now) {
    Deque<Instant> times = changes.getOrDefault(job.id(), new ArrayDeque<>());
    return stability
        .filter(_ -> !times.isEmpty())
        .map(limits -> {
          forget(times, now, limits);
          return times.isEmpty() ? now : times.getLast().plus(limits.rest(times.size()));
        })
        .orElse(now);
  }

  /**
   * The picture in which resting jobs are protected.
   *
   * @param reasons why each resting job is left alone
   */
  record Protected(Cluster cluster, Map<JobId, Reason> reasons) {
    /** The plan, in which the reason of a resting job says so. */
    Plan explained(Plan plan) {
      return reasons.isEmpty()
          ? plan
          : new Plan(
              plan.grants(),
              plan.notes(),
              plan.reconsider(),
              plan.settled(),
              job ->
                  Optional.ofNullable(reasons.get(job.id()))
                      .filter(_ -> job.isProtected(cluster.now()))
                      .orElseGet(() -> plan.reasons().why(job)),
              plan.figures());
    }
  }

  Protected protect(Cluster cluster) {
    Map<JobId, Reason> reasons = new HashMap<>();
    Roster jobs = cluster.jobs();
    var running = new ArrayList<Job>();
    var pinned = new ArrayList<Job>(cluster.pinned());
    for (Job job : changes.isEmpty() ? List.<Job>of() : cluster.running()) {
      Instant until = until(job, cluster.now());
      if (until.isAfter(cluster.now())) {
        Job resting = job.withAllocation(job.allocation(), job.state(), job.progress(), until);
        jobs = jobs.with(resting);
        pinned.add(resting);
        reasons.put(job.id(), reason(job, cluster.now(), until));
      } else {
        running.add(job);
      }
    }
    if (reasons.isEmpty()) {
      return new Protected(cluster, Map.of());
    }
    pinned.sort(Comparator.comparingLong(Job::arrival));
    var shown =
        new Cluster(
            cluster.now(),
            cluster.nodes(),
            jobs,
            List.copyOf(running),
            List.copyOf(pinned),
            cluster.left(),
            cluster.settings(),
            cluster.usage());
    return new Protected(shown, Map.copyOf(reasons));
  }

  private Reason reason(Job job, Instant now, Instant until) {
    return Reason.of(
        Reason.Kind.COOLING_DOWN,
        "is left alone for {coolsFor}, because it was changed {changes} times in {period}",
        Duration.between(now, until),
        changes.getOrDefault(job.id(), new ArrayDeque<>()).size(),
        stability.orElseThrow().period());
  }
}
