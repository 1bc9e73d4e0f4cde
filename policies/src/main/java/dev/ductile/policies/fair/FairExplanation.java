package dev.ductile.policies.fair;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Placement;
import dev.ductile.api.Reason;
import dev.ductile.api.Reasons;
import dev.ductile.api.Size;
import dev.ductile.policies.Room;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why fair shares came out as they did; worked out when somebody first asks. */
final class FairExplanation implements Reasons {
  private final Cluster cluster;
  private final List<Grant> grants;
  private final Fairness fairness;
  private final Placement placement;
  private @Nullable Room room;

  FairExplanation(Cluster cluster, List<Grant> grants, Fairness fairness, Placement placement) {
    this.cluster = cluster;
    this.grants = grants;
    this.fairness = fairness;
    this.placement = placement;
  }

  @Override
  public synchronized Reason why(Job job) {
    Room known = room;
    if (known == null) {
      known = new Room(cluster, grants);
      room = known;
    }
    if (job.isProtected(cluster.now())) {
      return Room.isProtected(job, cluster.now());
    }
    Allocation allocation = known.granted(job);
    return allocation.isNone() ? waits(job, known) : holds(job, allocation, known);
  }

  private Reason holds(Job job, Allocation allocation, Room known) {
    Size size = allocation.size();
    Size next = job.spec().bounds().after(size);
    String limit =
        next.equals(size)
            ? "that is its most"
            : "for %s it %s".formatted(next, known.shortageOfMore(job, size, next));
    return Reason.of(
        Room.kind(job, allocation),
        "%s; has %s; %s",
        fairness.share(job, size, cluster.nodes()),
        Room.text(job, allocation),
        limit);
  }

  private Reason waits(Job job, Room known) {
    Size least = job.spec().bounds().least();
    if (!job.spec().bounds().allows(least)
        || !placement.claim(job, least, cluster.nodes().allFree())) {
      return known.infeasible(job, least);
    }
    Reason.Kind kind =
        job.holdsResources() ? Reason.Kind.PREEMPTED : Reason.Kind.WAITING_FOR_CAPACITY;
    return Reason.of(
        kind,
        "waits while %s; at its least size, %s, it %s",
        grants.size() == 1 ? "1 job has its share" : grants.size() + " jobs have their shares",
        least,
        known.shortage(job, least));
  }
}
