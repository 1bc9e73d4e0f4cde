package dev.ductile.policies.queueing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Phrase;
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

  /** Whether the key of any job is known. */
  private boolean knowsSome;

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
    knowsSome |= Double.isFinite(next.key());
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
    return allocation.isNone() ? waits(its, position) : holds(its, allocation, position);
  }

  private Reason holds(Ranked its, Allocation allocation, int position) {
    Job job = its.job();
    Reason.Kind kind = Reason.Kind.of(job, allocation);
    if (!discipline.preemptive() && kind == Reason.Kind.KEPT) {
      return Reason.of(
          kind,
          "keeps running, because this policy stops no job; holds {}",
          PlanRemainder.place(job, allocation));
    }
    if (kind == Reason.Kind.KEPT && !isFeasible(its)) {
      return Reason.of(
          kind,
          "keeps its size, because the {} cannot hold the requested {wanted}; holds {}",
          Phrase.of(
              remainder.isTooLargeForPart(job, its.group().size())
                  ? "share of its queue"
                  : "cluster"),
          its.group().size(),
          PlanRemainder.place(job, allocation));
    }
    if (!Double.isFinite(its.key())) {
      return Reason.of(
          kind,
          "{position} in the queue: {}; {} {}",
          Worded.position(position + 1),
          withoutKey(),
          kind == Reason.Kind.KEPT ? "keeps" : "gets",
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
    if (job.holdsResources()) {
      return stops(its, position);
    }
    if (!isFeasible(its)) {
      return remainder.infeasible(job, size);
    }
    Worded ahead = Worded.count(position, "job");
    Ranked first = blocker;
    if (first != null && Ranked.IN_ORDER.compare(first, its) < 0) {
      return Reason.of(
          Reason.Kind.BEHIND_IN_QUEUE,
          "waits behind {ahead}; no job may pass {blocker}, which is ahead by {criterion} and {blockerShortage}",
          ahead,
          first.job().id(),
          first.priority() == its.priority() ? criterion(its) : "priority",
          remainder.shortage(first.job(), first.group().size()));
    }
    if (!Double.isFinite(its.key())) {
      return Reason.of(
          Reason.Kind.NO_SPEED_KNOWN,
          "{}; {}; {}",
          withoutKey(),
          line(position),
          remainder.shortage(job, size));
    }
    return Reason.of(
        Reason.Kind.WAITING_FOR_CAPACITY, "{}; {}", line(position), remainder.shortage(job, size));
  }

  private Reason stops(Ranked its, int position) {
    Job job = its.job();
    return Reason.of(
        Reason.Kind.PREEMPTED,
        "is stopped for jobs before it; {}; {}",
        Double.isFinite(its.key())
            ? Phrase.of(
                "{position} in the queue by {criterion}: {}",
                Worded.position(position + 1),
                order.criterion(),
                order.value(job, cluster.now()))
            : Phrase.of("{position} in the queue: {}", Worded.position(position + 1), withoutKey()),
        isFeasible(its) || remainder.isTooLargeForPart(job, its.group().size())
            ? remainder.shortage(job, its.group().size())
            : remainder.infeasible(job, its.group().size()).phrase());
  }

  private boolean isFeasible(Ranked its) {
    return its.group().isFeasible(cluster.nodes(), discipline.placement());
  }

  private static Phrase line(int position) {
    return position == 0
        ? Phrase.of("waits, {position} in the queue", Worded.position(1))
        : Phrase.of("waits behind {ahead}", Worded.count(position, "job"));
  }

  /** What orders the queue around a job: arrival, if its key is unknown. */
  private String criterion(Ranked its) {
    return Double.isFinite(its.key()) ? order.criterion() : "arrival";
  }

  /** What orders a job without a key. */
  private Phrase withoutKey() {
    return knowsSome
        ? Phrase.of(
            "its speed is unknown, so by {criterion} it comes after the jobs of known speed of its priority",
            order.criterion())
        : Phrase.of("no speed is known, so priority and arrival decide");
  }
}
