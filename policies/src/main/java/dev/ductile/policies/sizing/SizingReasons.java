package dev.ductile.policies.sizing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Reason;
import dev.ductile.api.Reasons;
import dev.ductile.api.Size;
import dev.ductile.policies.Room;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Why jobs are as large as they are; worked out when somebody first asks. */
final class SizingReasons implements Reasons {
  private final Cluster cluster;
  private final List<Grant> grants;
  private final List<SizeDecision> decisions;
  private @Nullable Facts facts;

  private record Facts(Room room, Map<Long, SizeDecision> decisions) {}

  SizingReasons(Cluster cluster, List<Grant> grants, List<SizeDecision> decisions) {
    this.cluster = cluster;
    this.grants = grants;
    this.decisions = decisions;
  }

  @Override
  public synchronized Reason why(Job job) {
    Facts known = facts;
    if (known == null) {
      known = facts();
      facts = known;
    }
    if (job.isProtected(cluster.now())) {
      return Room.isProtected(job, cluster.now());
    }
    SizeDecision decision = known.decisions().get(job.arrival());
    if (decision == null) {
      return known.room().infeasible(job, job.spec().bounds().least());
    }
    Allocation allocation = known.room().granted(job);
    return allocation.isNone() ? waits(decision, known.room()) : holds(decision, allocation);
  }

  private static Reason holds(SizeDecision decision, Allocation allocation) {
    Size size = allocation.size();
    String place = Room.text(decision.job(), allocation);
    if (decision.isLate()) {
      return Reason.of(
          Room.kind(decision.job(), allocation),
          "gets %s (%s): its turn came too late, but others find no place for all of theirs",
          size,
          place);
    }
    return size.equals(decision.wanted())
        ? Reason.of(
            Room.kind(decision.job(), allocation),
            "gets %s (%s): %s",
            size,
            place,
            decision.because())
        : Reason.of(
            Room.kind(decision.job(), allocation),
            "gets %s (%s), because there is no place for %s: %s",
            size,
            place,
            decision.wanted(),
            decision.because());
  }

  private static Reason waits(SizeDecision decision, Room room) {
    Job job = decision.job();
    Reason.Kind kind = kind(decision);
    Size size = needed(decision);
    String because =
        decision.wantsPlace() ? "there is no place for %s".formatted(size) : decision.because();
    return room.hasPlace(job, size)
        ? Reason.of(kind, "waits: %s", because)
        : Reason.of(kind, "waits: %s; %s", because, room.shortage(job, size));
  }

  private static Reason.Kind kind(SizeDecision decision) {
    if (decision.job().holdsResources()) {
      return Reason.Kind.PREEMPTED;
    }
    return decision.candidate().isKnown() || decision.wantsPlace()
        ? Reason.Kind.WAITING_FOR_CAPACITY
        : Reason.Kind.NO_SPEED_KNOWN;
  }

  private static Size needed(SizeDecision decision) {
    if (!decision.wanted().isNone()) {
      return decision.wanted();
    }
    return decision.isLate() ? decision.least() : decision.job().spec().bounds().least();
  }

  private Facts facts() {
    var byArrival = new HashMap<Long, SizeDecision>();
    decisions.forEach(decision -> byArrival.put(decision.job().arrival(), decision));
    return new Facts(new Room(cluster, grants), byArrival);
  }
}
