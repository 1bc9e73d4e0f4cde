package dev.ductile.scheduler.sharing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Phrase;
import dev.ductile.api.Queue;
import dev.ductile.api.Reason;
import dev.ductile.api.Reasons;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Worded;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The reasons of the policies inside the queues, with the effects of shares and quotas. */
record ShareReasons(
    Cluster cluster,
    TaskAmounts tasks,
    PlannedUse plan,
    Map<String, QueueResult> queues,
    Map<Long, ReclaimCause> causes)
    implements Reasons {

  /**
   * The result of a decision for one queue.
   *
   * @param resource its dominant resource
   * @param share the resources to which it is entitled
   * @param use the resources that it has by the plan
   * @param shareLeft the amount of it that is left of the largest share in the decision
   * @param limitLeft the amount of it that is left of the limit
   */
  record QueueResult(
      Queue queue,
      String resource,
      Resources share,
      Resources use,
      double shareLeft,
      double limitLeft,
      List<LevelDecision> decisions) {
    Reason inside(Job job) {
      for (LevelDecision decision : decisions) {
        Optional<Job> shown = decision.shown().jobs().at(job.arrival());
        if (shown.isPresent()) {
          return decision.plan().reasons().why(shown.get());
        }
      }
      throw new IllegalArgumentException("%s is in no queue of the cluster".formatted(job.id()));
    }

    boolean isShareEnough(Resources need) {
      return Resources.covers(shareLeft, need.amount(resource));
    }

    boolean isLimitEnough(Resources need) {
      return Resources.covers(limitLeft, need.amount(resource));
    }
  }

  @Override
  public Reason why(Job job) {
    QueueResult queue =
        Optional.ofNullable(queues.get(job.spec().queue()))
            .orElseThrow(
                () -> new IllegalArgumentException("%s is not in the picture".formatted(job.id())));
    Reason reason = queue.inside(job);
    if (job.isProtected(cluster.now())) {
      return reason;
    }
    Allocation to = plan.allocation(job);
    Optional<ReclaimCause> cause = Optional.ofNullable(causes.get(job.arrival()));
    if (cause.isPresent() && to.size().tasks() < job.allocation().size().tasks()) {
      return givenBack(job, queue, cause.get(), reason);
    }
    return to.isNone() ? withheld(job, queue, reason) : granted(job, to, queue, reason);
  }

  /** The reason of the policy, with the quota that keeps the job from a larger size. */
  private Reason granted(Job job, Allocation to, QueueResult queue, Reason reason) {
    Resources quota = queue.queue().userQuota();
    Size next = job.spec().bounds().after(to.size());
    if (quota.isNone() || next.equals(to.size())) {
      return new Reason(Reason.Kind.of(job, to), reason.phrase());
    }
    Demand demand = job.spec().demand();
    String owner = job.spec().owner();
    Resources used = plan.ownerUse(owner, queue.queue().name());
    Resources wanted = used.minus(demand.of(to.size())).plus(demand.of(next));
    return isWithin(quota, wanted)
        ? new Reason(Reason.Kind.of(job, to), reason.phrase())
        : Reason.of(
            Reason.Kind.of(job, to),
            "{}; more would exceed the quota: owner {owner} uses {used} in queue {queue}, where each owner may use {quota}",
            reason.phrase(),
            owner,
            used,
            queue.queue().name(),
            quota);
  }

  /** Whether an amount is within a quota. */
  static boolean isWithin(Resources quota, Resources wanted) {
    return quota.amounts().entrySet().stream()
        .allMatch(most -> Resources.covers(most.getValue(), wanted.amount(most.getKey())));
  }

  private Reason givenBack(Job job, QueueResult queue, ReclaimCause cause, Reason reason) {
    LostWork lost = LostWork.of(job, cluster.now());
    Allocation to = plan.allocation(job);
    return Reason.of(
        to.isNone() ? Reason.Kind.PREEMPTED : Reason.Kind.of(job, to),
        "gives resources back, because {}, and loses {lostTime} of {lostDevices}; {}",
        cause(cause, queue),
        Worded.seconds(lost.seconds(), "an unknown time"),
        Worded.count(Math.round(lost.devices()), "device"),
        reason.phrase());
  }

  private static Phrase cause(ReclaimCause cause, QueueResult queue) {
    return switch (cause) {
      case ReclaimCause.Borrowing() ->
          Phrase.of(
              "queue {queue} held more than its share of {share}",
              queue.queue().name(),
              queue.share());
      case ReclaimCause.HigherPriority(Optional<JobId> preemptor) ->
          preemptor
              .map(job ->
                  Phrase.of(
                      "{taker} of higher priority in queue {queue} needs them",
                      job,
                      queue.queue().name()))
              .orElseGet(() ->
                  Phrase.of(
                      "a job of higher priority in queue {queue} needs them",
                      queue.queue().name()));
    };
  }

  private Reason withheld(Job job, QueueResult queue, Reason reason) {
    boolean mayBeOfShare =
        reason.kind() == Reason.Kind.WAITING_FOR_CAPACITY
            || (reason.kind() == Reason.Kind.INFEASIBLE && tasks.isPossible(job));
    return mayBeOfShare ? new ShortageReason(job, queue, plan).reason().orElse(reason) : reason;
  }
}
