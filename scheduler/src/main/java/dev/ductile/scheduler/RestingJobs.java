package dev.ductile.scheduler;

import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Plan;
import dev.ductile.api.Reason;
import dev.ductile.api.Roster;
import dev.ductile.api.Stability;
import dev.ductile.scheduler.sharing.Borrowers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Detects jobs that change too often or alternate, and protects them from further changes for a
 * time. It is a fold of events: the same events give the same rests.
 */
public final class RestingJobs {
  private Optional<Stability> stability;
  private final Map<JobId, ChangeHistory> changes = new HashMap<>();
  private final Map<JobId, SizeProtection> held = new HashMap<>();
  private final Map<JobId, UnsteadyJob> unsteady = new HashMap<>();
  private long causes;
  private long rests;

  public RestingJobs(Stability stability) {
    this(Optional.of(stability));
  }

  private RestingJobs(Optional<Stability> stability) {
    this.stability = stability;
  }

  /** No job rests. */
  static RestingJobs none() {
    return new RestingJobs(Optional.empty());
  }

  /**
   * The memory as data.
   *
   * @param causes the number of events from outside
   */
  public record Memory(long causes, List<JobMemory> jobs) {
    public Memory {
      jobs = List.copyOf(jobs);
    }
  }

  /**
   * The memory of one job as data.
   *
   * @param changes its last starts, changes and stops, in their order
   */
  public record JobMemory(JobId job, List<PastChange> changes) {
    public JobMemory {
      changes = List.copyOf(changes);
    }
  }

  /** The memory now; only for the thread that adds events. */
  public Memory memory() {
    return new Memory(
        causes,
        changes.entrySet().stream()
            .map(entry -> new JobMemory(entry.getKey(), entry.getValue().list()))
            .sorted(Comparator.comparing(JobMemory::job))
            .toList());
  }

  /** Continues from a memory. */
  public void restore(Memory memory) {
    causes = memory.causes();
    stability.ifPresent(limits ->
        memory.jobs().forEach(job -> put(job.job(), new ChangeHistory(limits, job.changes()))));
  }

  /** Judges the changes so far, and all later ones, by other limits. */
  void change(Stability limits) {
    if (!stability.equals(Optional.of(limits))) {
      Memory before = memory();
      stability = Optional.of(limits);
      held.clear();
      unsteady.clear();
      restore(before);
    }
  }

  /** The jobs that no policy changes now, and until when; only for the thread that adds events. */
  public Map<JobId, SizeProtection> held(Instant now) {
    held.values().removeIf(hold -> !hold.until().isAfter(now));
    return Map.copyOf(held);
  }

  /** Holds the size of a job, whatever it has done before. */
  public void hold(JobId job, SizeProtection time) {
    held.put(job, time);
  }

  private void put(JobId job, ChangeHistory recent) {
    changes.put(job, recent);
    held.put(job, new SizeProtection(recent.protectedUntil(), recent.heldUntil()));
    if (recent.rest().isZero()) {
      unsteady.remove(job);
    } else {
      unsteady.put(job, recent.unsteady(job));
    }
  }

  /** The number of times that a job was left alone because it had changed too often. */
  long rests() {
    return rests;
  }

  /** Takes an event. */
  public void take(Event event) {
    if (isCause(event)) {
      causes++;
    }
    if (event instanceof Event.Ended ended) {
      changes.remove(ended.job());
      held.remove(ended.job());
      unsteady.remove(ended.job());
    }
    if (event instanceof Event.Allocated change) {
      stability.ifPresent(limits -> add(change, limits));
    }
    if (event instanceof Event.Rescaled rescaled) {
      Optional.ofNullable(changes.get(rescaled.job()))
          .ifPresent(recent -> add(rescaled.job(), recent, rescaled.pause()));
    }
  }

  /** Whether a policy may well decide differently after this event. */
  private static boolean isCause(Event event) {
    return switch (event) {
      case Event.OfNode _,
          Event.Setting _,
          Event.Accepted _,
          Event.Ended _,
          Event.Crashed _,
          Event.Unknown _ ->
          true;
      case Event.Decided _,
          Event.Running _,
          Event.Progressed _,
          Event.Rescaled _,
          Event.Released _ ->
          false;
    };
  }

  private void add(Event.Allocated change, Stability limits) {
    ChangeHistory recent = changes.getOrDefault(change.job(), new ChangeHistory(limits));
    recent.add(change.at(), change.from(), change.to(), causes);
    put(change.job(), recent);
    if (recent.isBeyondReturns() && !change.from().isNone()) {
      rests++;
    }
  }

  private void add(JobId job, ChangeHistory recent, Duration pause) {
    recent.paused(pause);
    put(job, recent);
    if (!recent.isBeyondReturns() && !recent.rest().isZero()) {
      rests++;
    }
  }

  /** The jobs that change too often, by name; only for the thread that adds events. */
  public List<UnsteadyJob> unsteady(Instant now) {
    unsteady.values().removeIf(job -> !job.until().isAfter(now));
    return unsteady.values().stream().sorted(Comparator.comparing(UnsteadyJob::job)).toList();
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

  /**
   * A rest ends early if the queue of the job has to give back what it has borrowed; a cooldown and
   * a minimum run do not.
   */
  Protected protect(Cluster cluster) {
    Set<String> owing = held(cluster.now()).isEmpty() ? Set.of() : Borrowers.mustGiveBack(cluster);
    Map<JobId, Reason> reasons = new HashMap<>();
    Roster jobs = cluster.jobs();
    var running = new ArrayList<Job>();
    var pinned = new ArrayList<Job>(cluster.pinned());
    for (Job job : held.isEmpty() ? List.<Job>of() : cluster.running()) {
      SizeProtection hold = held.get(job.id());
      if (hold == null || (owing.contains(job.spec().queue()) && hold.mayGiveBack(cluster.now()))) {
        running.add(job);
      } else {
        Job resting =
            job.withAllocation(job.allocation(), job.state(), job.progress(), hold.until());
        jobs = jobs.with(resting);
        pinned.add(resting);
        reason(resting, cluster.now()).ifPresent(reason -> reasons.put(job.id(), reason));
      }
    }
    return pinned.size() == cluster.pinned().size()
        ? new Protected(cluster, Map.of())
        : new Protected(shown(cluster, jobs, running, pinned), Map.copyOf(reasons));
  }

  private static Cluster shown(Cluster cluster, Roster jobs, List<Job> running, List<Job> pinned) {
    pinned.sort(Comparator.comparingLong(Job::arrival));
    return new Cluster(
        cluster.now(),
        cluster.nodes(),
        jobs,
        List.copyOf(running),
        List.copyOf(pinned),
        cluster.left(),
        cluster.settings(),
        cluster.usage());
  }

  /** Why a job rests; empty for one in its cooldown, which each policy explains. */
  private Optional<Reason> reason(Job job, Instant now) {
    ChangeHistory recent = changes.get(job.id());
    if (recent == null || recent.rest().isZero()) {
      return Optional.empty();
    }
    Duration rest = Duration.between(now, job.protectedUntil());
    Duration period = stability.orElseThrow().period();
    return Optional.of(
        recent.isBeyondReturns()
            ? Reason.of(
                Reason.Kind.ALTERNATING,
                "stays at {size} for {coolsFor}, because it alternates between {alternatives}: it came back {returns} times in {period}, although nothing else changed",
                job.allocation().size(),
                rest,
                UnsteadyJob.between(recent.alternatives()),
                recent.returns(),
                period)
            : Reason.of(
                Reason.Kind.COOLING_DOWN,
                "is left alone for {coolsFor}, because {changes} changes have paused it for {paused} in {period}",
                rest,
                recent.count(),
                recent.paused(),
                period));
  }
}
