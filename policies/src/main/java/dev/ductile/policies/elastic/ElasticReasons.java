package dev.ductile.policies.elastic;

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
final class ElasticReasons implements Reasons {
  private final Cluster cluster;
  private final List<Grant> grants;
  private final List<Wish> wishes;
  private @Nullable Facts facts;

  private record Facts(Room room, Map<Long, Wish> wishes) {}

  ElasticReasons(Cluster cluster, List<Grant> grants, List<Wish> wishes) {
    this.cluster = cluster;
    this.grants = grants;
    this.wishes = wishes;
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
    Wish wish = known.wishes().get(job.arrival());
    if (wish == null) {
      return known.room().infeasible(job, job.spec().bounds().least());
    }
    Allocation allocation = known.room().granted(job);
    return allocation.isNone() ? waits(wish, known.room()) : holds(wish, allocation);
  }

  private static Reason holds(Wish wish, Allocation allocation) {
    Size size = allocation.size();
    String place = Room.text(wish.job(), allocation);
    if (wish.isLate()) {
      return Reason.of(
          Room.kind(wish.job(), allocation),
          "gets %s (%s): its turn came too late, but others find no place for all of theirs",
          size,
          place);
    }
    return size.equals(wish.wanted())
        ? Reason.of(
            Room.kind(wish.job(), allocation), "gets %s (%s): %s", size, place, wish.because())
        : Reason.of(
            Room.kind(wish.job(), allocation),
            "gets %s (%s), because there is no place for %s: %s",
            size,
            place,
            wish.wanted(),
            wish.because());
  }

  private static Reason waits(Wish wish, Room room) {
    Job job = wish.job();
    Reason.Kind kind = kind(wish);
    Size size = needed(wish);
    String because =
        wish.wantsPlace() ? "there is no place for %s".formatted(size) : wish.because();
    return room.hasPlace(job, size)
        ? Reason.of(kind, "waits: %s", because)
        : Reason.of(kind, "waits: %s; %s", because, room.shortage(job, size));
  }

  private static Reason.Kind kind(Wish wish) {
    if (wish.job().holdsResources()) {
      return Reason.Kind.PREEMPTED;
    }
    return wish.contender().isKnown() || wish.wantsPlace()
        ? Reason.Kind.WAITING_FOR_CAPACITY
        : Reason.Kind.NO_SPEED_KNOWN;
  }

  private static Size needed(Wish wish) {
    if (!wish.wanted().isNone()) {
      return wish.wanted();
    }
    return wish.isLate() ? wish.least() : wish.job().spec().bounds().least();
  }

  private Facts facts() {
    var byArrival = new HashMap<Long, Wish>();
    wishes.forEach(wish -> byArrival.put(wish.job().arrival(), wish));
    return new Facts(new Room(cluster, grants), byArrival);
  }
}
