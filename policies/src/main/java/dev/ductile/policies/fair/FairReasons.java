package dev.ductile.policies.fair;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Phrase;
import dev.ductile.api.Placement;
import dev.ductile.api.Reason;
import dev.ductile.api.Reasons;
import dev.ductile.api.Size;
import dev.ductile.api.Worded;
import dev.ductile.policies.PlanReasons;
import dev.ductile.policies.PlanRemainder;
import java.util.List;

/**
 * Reasons of fair shares: the share of a job, and the limit of its growth.
 *
 * @param sharers jobs that have a share
 */
record FairReasons(
    Cluster cluster, Fairness fairness, Placement placement, int sharers, PlanRemainder remainder)
    implements PlanReasons.Explanation {
  static Reasons of(Cluster cluster, List<Grant> grants, Fairness fairness, Placement placement) {
    return new PlanReasons(
        cluster,
        grants,
        remainder -> new FairReasons(cluster, fairness, placement, grants.size(), remainder));
  }

  @Override
  public Reason why(Job job, Allocation allocation) {
    return allocation.isNone() ? waits(job) : holds(job, allocation);
  }

  private Reason holds(Job job, Allocation allocation) {
    Size size = allocation.size();
    Size next = job.spec().bounds().after(size);
    Phrase limit =
        next.equals(size)
            ? Phrase.of("this is its largest size")
            : Phrase.of(
                "to grow to {nextSize} it {growth}",
                next,
                remainder.shortageOfMore(job, size, next));
    return Reason.of(
        Reason.Kind.of(job, allocation),
        "{}; {}",
        fairness.share(job, allocation, cluster.nodes()),
        limit);
  }

  private Reason waits(Job job) {
    Size least = job.spec().bounds().least();
    if (!job.spec().bounds().allows(least)
        || !placement.claim(job, least, cluster.nodes().allFree())) {
      return remainder.infeasible(job, least);
    }
    Reason.Kind kind =
        job.holdsResources() ? Reason.Kind.PREEMPTED : Reason.Kind.WAITING_FOR_CAPACITY;
    return Reason.of(
        kind,
        "{} while {sharers}; at its least size, {least}, it {}",
        PlanReasons.without(job),
        new Worded(
            sharers, sharers == 1 ? "1 job has its share" : sharers + " jobs have their shares"),
        least,
        remainder.shortage(job, least));
  }
}
