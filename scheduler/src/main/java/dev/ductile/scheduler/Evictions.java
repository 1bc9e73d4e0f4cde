package dev.ductile.scheduler;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobState;
import dev.ductile.api.Phrase;
import dev.ductile.api.Plan;
import dev.ductile.api.Reason;
import dev.ductile.api.Roster;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Jobs that may not keep their allocation: their size is no longer allowed, or one of their nodes
 * is drained or has lost a required label. The policy sees them as waiting jobs, and so gives each
 * of them a legal allocation or none. The engine gets one order for each, from the old allocation
 * to the new one.
 *
 * @param cluster the picture, in which all of these jobs may be changed
 * @param shown the picture for the policy
 * @param evicted these jobs by their arrival
 */
record Evictions(Cluster cluster, Cluster shown, Map<Long, Job> evicted) {
  static Evictions of(Cluster cluster, List<Job> evicted) {
    if (evicted.isEmpty()) {
      return new Evictions(cluster, cluster, Map.of());
    }
    Map<Long, Job> byArrival = new LinkedHashMap<>();
    Roster jobs = cluster.jobs();
    FreeCapacity left = cluster.left();
    for (Job job : evicted) {
      byArrival.put(job.arrival(), job);
      jobs = jobs.with(waiting(job, cluster.now()));
      left.give(job.allocation(), job.spec().demand());
    }
    List<Job> running = without(cluster.running(), byArrival);
    List<Job> pinned = without(cluster.pinned(), byArrival);
    var shown =
        new Cluster(
            cluster.now(),
            cluster.nodes(),
            jobs,
            running,
            pinned,
            left,
            cluster.settings(),
            cluster.usage());
    return new Evictions(changeable(cluster, running, pinned, evicted), shown, byArrival);
  }

  /**
   * Whether the job's size is still allowed, and none of its nodes is drained or has lost a
   * required label.
   */
  static boolean mayKeep(Job job, Cluster cluster) {
    return job.spec().bounds().allows(job.allocation().size())
        && job.allocation().shares().stream()
            .map(Allocation.Share::node)
            .noneMatch(node ->
                cluster.settings().drained().containsKey(node)
                    || !cluster.nodes().find(node).stream().allMatch(job.spec().demand()::accepts));
  }

  /** The plan, with the jobs as they really are. */
  Plan actual(Plan plan) {
    if (evicted.isEmpty()) {
      return plan;
    }
    return new Plan(
        plan.grants().stream().map(this::actual).toList(),
        plan.notes(),
        plan.reconsider(),
        plan.settled(),
        job -> why(job, plan.reasons().why(shown.jobs().at(job.arrival()).orElse(job))),
        plan.figures());
  }

  /** The policy's reason, which sees a waiting job, with the cause of the eviction. */
  private Reason why(Job job, Reason reason) {
    Job before = evicted.get(job.arrival());
    return before == null
        ? reason
        : Reason.of(
            stopped(reason.kind()), "cannot stay, because {}; {}", cause(before), reason.phrase());
  }

  private static Reason.Kind stopped(Reason.Kind kind) {
    return switch (kind) {
      case BEHIND_IN_QUEUE, WAITING_FOR_CAPACITY, PREFERS_OTHERS, NO_SPEED_KNOWN, OVER_SHARE ->
          Reason.Kind.PREEMPTED;
      case STARTED,
          KEPT,
          GROWN,
          SHRUNK,
          MOVED,
          PREEMPTED,
          PROTECTED,
          INFEASIBLE,
          HELD,
          WAITING_FOR_JOBS,
          OVER_QUOTA,
          COOLING_DOWN,
          ALTERNATING,
          GANG,
          GRANT_DROPPED ->
          kind;
    };
  }

  private Phrase cause(Job job) {
    if (!job.spec().bounds().allows(job.allocation().size())) {
      return Phrase.of("its bounds do not allow its size");
    }
    return job.allocation().shares().stream()
        .map(Allocation.Share::node)
        .filter(cluster.settings().drained()::containsKey)
        .findFirst()
        .map(node -> Phrase.of("{drainedNode} is drained", node))
        .orElseGet(() -> Phrase.of("a node of it no longer has what it requires"));
  }

  private Grant actual(Grant grant) {
    Job job = grant.job();
    Job actual = evicted.getOrDefault(job.arrival(), job);
    return new Grant(actual, grant.allocation(), grant.rescaleMode());
  }

  private static Job waiting(Job job, Instant now) {
    return job.withOrder(
        job.revision(), Allocation.NONE, JobState.QUEUED, job.progress().change(now, 0, 0), now);
  }

  private static List<Job> without(List<Job> jobs, Map<Long, Job> evicted) {
    return jobs.stream().filter(job -> !evicted.containsKey(job.arrival())).toList();
  }

  private static Cluster changeable(
      Cluster cluster, List<Job> running, List<Job> pinned, List<Job> evicted) {
    var changeable = new ArrayList<>(running);
    changeable.addAll(evicted);
    changeable.sort(Comparator.comparingLong(Job::arrival));
    return new Cluster(
        cluster.now(),
        cluster.nodes(),
        cluster.jobs(),
        List.copyOf(changeable),
        pinned,
        cluster.left(),
        cluster.settings(),
        cluster.usage());
  }
}
