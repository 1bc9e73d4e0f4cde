package dev.ductile.policies.queueing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Reason;
import dev.ductile.api.Reasons;
import dev.ductile.api.Size;
import dev.ductile.policies.Room;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Why a line of jobs was served as it was; worked out when somebody first asks. */
final class QueueReasons implements Reasons {
  private final Cluster cluster;
  private final List<Grant> grants;
  private final QueueOrder order;
  private final QueueDiscipline discipline;
  private @Nullable Facts facts;

  /** What can be seen once all jobs are put in line. */
  private record Facts(
      Map<Long, Integer> positions,
      Map<Long, Ranked> ranked,
      Room room,
      @Nullable Ranked blocker) {}

  QueueReasons(Cluster cluster, List<Grant> grants, QueueOrder order, QueueDiscipline discipline) {
    this.cluster = cluster;
    this.grants = grants;
    this.order = order;
    this.discipline = discipline;
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
    Allocation allocation = known.room().granted(job);
    Ranked ranked = known.ranked().get(job.arrival());
    if (ranked == null) {
      throw new IllegalArgumentException("%s is not in the picture".formatted(job.id()));
    }
    int position = known.positions().getOrDefault(job.arrival(), 0);
    return allocation.isNone() ? waits(ranked, position, known) : holds(job, allocation, position);
  }

  private Reason holds(Job job, Allocation allocation, int position) {
    Reason.Kind kind = Room.kind(job, allocation);
    if (!discipline.preemptive() && kind == Reason.Kind.KEPT) {
      return Reason.of(
          kind, "runs on, because nobody is stopped here; holds %s", Room.text(job, allocation));
    }
    return Reason.of(
        kind,
        "%s in line by %s: %s; needs %s",
        Room.ordinal(position),
        order.criterion(),
        order.value(job, cluster.now()),
        Room.text(job, allocation));
  }

  private Reason waits(Ranked ranked, int position, Facts known) {
    Job job = ranked.job();
    Size size = ranked.group().size();
    if (!ranked.group().isFeasible(cluster.nodes(), discipline.placement())) {
      return known.room().infeasible(job, size);
    }
    if (job.holdsResources()) {
      return Reason.of(
          Reason.Kind.PREEMPTED,
          "makes room for jobs before it; %s in line by %s: %s; %s",
          Room.ordinal(position),
          order.criterion(),
          order.value(job, cluster.now()),
          known.room().shortage(job, size));
    }
    Ranked blocker = known.blocker();
    if (blocker != null && Ranked.IN_ORDER.compare(blocker, ranked) < 0) {
      return Reason.of(
          Reason.Kind.BEHIND_IN_QUEUE,
          "waits behind %s; nobody goes before %s, which comes first by %s and %s",
          jobs(position),
          blocker.job().id(),
          order.criterion(),
          known.room().shortage(blocker.job(), blocker.group().size()));
    }
    if (!Double.isFinite(ranked.key())) {
      return Reason.of(
          Reason.Kind.NO_SPEED_KNOWN,
          "its speed is not known, so by %s it comes after all whose speed is; waits behind %s; %s",
          order.criterion(),
          jobs(position),
          known.room().shortage(job, size));
    }
    return Reason.of(
        Reason.Kind.WAITING_FOR_CAPACITY,
        "waits behind %s; %s",
        jobs(position),
        known.room().shortage(job, size));
  }

  private static String jobs(int count) {
    return Reason.count(count, "job");
  }

  private Facts facts() {
    var groups = new HashMap<Group.Ask, Group>();
    var line = new ArrayList<Ranked>();
    for (Job job : cluster.jobs()) {
      var ask = new Group.Ask(job.spec().demand(), discipline.sizes().of(job.spec()));
      Group group = groups.computeIfAbsent(ask, any -> new Group(any, job));
      line.add(Ranked.of(job, group, order, cluster.now()));
    }
    line.sort(Ranked.IN_ORDER);
    var room = new Room(cluster, grants);
    var positions = new HashMap<Long, Integer>();
    var ranked = new HashMap<Long, Ranked>();
    Ranked blocker = null;
    for (Ranked each : line) {
      boolean waits = room.granted(each.job()).isNone() && !each.job().isProtected(cluster.now());
      if (waits && blocker == null && discipline.blocks(each, cluster)) {
        blocker = each;
      }
      positions.put(each.arrival(), positions.size());
      ranked.put(each.arrival(), each);
    }
    return new Facts(positions, ranked, room, blocker);
  }
}
