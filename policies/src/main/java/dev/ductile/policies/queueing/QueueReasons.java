package dev.ductile.policies.queueing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Reason;
import dev.ductile.api.Reasons;
import dev.ductile.api.Size;
import dev.ductile.api.Worded;
import dev.ductile.policies.PlanReasons;
import dev.ductile.policies.PlanRemainder;
import dev.ductile.policies.SizedDemand;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reasons of a plan that serves a queue: a job's position, its key and its blocker. */
final class QueueReasons implements PlanReasons.Explanation {
  private final Cluster cluster;
  private final QueueOrder order;
  private final QueueDiscipline discipline;
  private final PlanRemainder remainder;
  private final Map<Long, Integer> positions = new HashMap<>();
  private final Map<Long, Ranked> ranked = new HashMap<>();

  /** The first waiting job that no job behind it may pass. */
  private @Nullable Ranked blocker;

  private QueueReasons(
      Cluster cluster, QueueOrder order, QueueDiscipline discipline, PlanRemainder remainder) {
    this.cluster = cluster;
    this.order = order;
    this.discipline = discipline;
    this.remainder = remainder;
    sorted().forEach(this::add);
  }

  static Reasons of(
      Cluster cluster, List<Grant> grants, QueueOrder order, QueueDiscipline discipline) {
    return new PlanReasons(
        cluster, grants, remainder -> new QueueReasons(cluster, order, discipline, remainder));
  }

  private List<Ranked> sorted() {
    var groups = new HashMap<SizedDemand, Group>();
    var queue = new ArrayList<Ranked>();
    for (Job job : cluster.jobs()) {
      var request = new SizedDemand(job.spec().demand(), discipline.sizes().of(job.spec()));
      Group group = groups.computeIfAbsent(request, any -> new Group(any, job));
      queue.add(Ranked.of(job, group, order, cluster.now()));
    }
    queue.sort(Ranked.IN_ORDER);
    return queue;
  }

  private void add(Ranked next) {
    boolean waits =
        remainder.granted(next.job()).isNone() && !next.job().isProtected(cluster.now());
    if (waits && blocker == null && discipline.blocks(next, cluster)) {
      blocker = next;
    }
    positions.put(next.arrival(), positions.size());
    ranked.put(next.arrival(), next);
  }

  @Override
  public Reason why(Job job, Allocation allocation) {
    Ranked its = ranked.get(job.arrival());
    if (its == null) {
      throw new IllegalArgumentException("%s is not in the picture".formatted(job.id()));
    }
    int position = positions.getOrDefault(job.arrival(), 0);
    return allocation.isNone() ? waits(its, position) : holds(job, allocation, position);
  }

  private Reason holds(Job job, Allocation allocation, int position) {
    Reason.Kind kind = Reason.Kind.of(job, allocation);
    if (!discipline.preemptive() && kind == Reason.Kind.KEPT) {
      return Reason.of(
          kind,
          "keeps running, because this policy stops no job; holds {}",
          PlanRemainder.place(job, allocation));
    }
    return Reason.of(
        kind,
        "{position} in the queue by {criterion}: {}; {} {}",
        Worded.position(position + 1),
        order.criterion(),
        order.value(job, cluster.now()),
        kind == Reason.Kind.KEPT ? "keeps" : "gets",
        PlanRemainder.place(job, allocation));
  }

  private Reason waits(Ranked its, int position) {
    Job job = its.job();
    Size size = its.group().size();
    if (!its.group().isFeasible(cluster.nodes(), discipline.placement())) {
      return remainder.infeasible(job, size);
    }
    if (job.holdsResources()) {
      return Reason.of(
          Reason.Kind.PREEMPTED,
          "is stopped for jobs before it; {position} in the queue by {criterion}: {}; {}",
          Worded.position(position + 1),
          order.criterion(),
          order.value(job, cluster.now()),
          remainder.shortage(job, size));
    }
    Worded ahead = Worded.count(position, "job");
    Ranked first = blocker;
    if (first != null && Ranked.IN_ORDER.compare(first, its) < 0) {
      return Reason.of(
          Reason.Kind.BEHIND_IN_QUEUE,
          "waits behind {ahead}; no job may pass {blocker}, which is ahead by {criterion} and {blockerShortage}",
          ahead,
          first.job().id(),
          order.criterion(),
          remainder.shortage(first.job(), first.group().size()));
    }
    if (!Double.isFinite(its.key())) {
      return Reason.of(
          Reason.Kind.NO_SPEED_KNOWN,
          "its speed is unknown, so by {criterion} it comes after all jobs of known speed; waits behind {ahead}; {}",
          order.criterion(),
          ahead,
          remainder.shortage(job, size));
    }
    return Reason.of(
        Reason.Kind.WAITING_FOR_CAPACITY,
        "waits behind {ahead}; {}",
        ahead,
        remainder.shortage(job, size));
  }
}
