package dev.ductile.policies;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Free;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Progress;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What is left once a plan is carried out, to say in numbers why a job found no room in it. */
public final class Room {
  /** Less than this part of a need is nothing, and not what rounding has left. */
  private static final double LEAST_OF_NEED = 1e-9;

  /** As much as this, or more, is never nothing. */
  private static final double LEAST = 1e-3;

  private final Cluster cluster;
  private final Free free;
  private final Map<Long, Allocation> granted = new HashMap<>();

  public Room(Cluster cluster, List<Grant> grants) {
    this.cluster = cluster;
    this.free = Free.of(cluster);
    for (Grant grant : grants) {
      granted.put(grant.job().arrival(), grant.allocation());
      free.take(grant.allocation(), grant.job().spec().demand());
    }
  }

  /** What the plan gives the job. */
  public Allocation granted(Job job) {
    return granted.getOrDefault(job.arrival(), Allocation.NONE);
  }

  /** What has become of a job that is given this. */
  public static Reason.Kind kind(Job job, Allocation allocation) {
    if (!job.holdsResources()) {
      return Reason.Kind.STARTED;
    }
    if (job.allocation().equals(allocation)) {
      return Reason.Kind.KEPT;
    }
    int bySize = allocation.size().compareTo(job.allocation().size());
    return bySize == 0 ? Reason.Kind.MOVED : bySize > 0 ? Reason.Kind.GROWN : Reason.Kind.SHRUNK;
  }

  public static Reason isProtected(Job job, Instant now) {
    return Reason.of(
        Reason.Kind.PROTECTED,
        "is left alone for another %s; holds %s",
        Reason.span(Progress.seconds(now, job.protectedUntil()), "unknown time"),
        text(job, job.allocation()));
  }

  /** For people: {@code 4 gpu, all on node-2}. */
  public static String text(Job job, Allocation allocation) {
    Resources resources = job.spec().demand().of(allocation.size());
    int nodes = allocation.shares().size();
    return nodes == 1
        ? "%s, all on %s".formatted(resources, allocation.shares().getFirst().node())
        : "%s, on %d nodes".formatted(resources, nodes);
  }

  public static String ordinal(int position) {
    return position == 0 ? "first" : "number " + (position + 1);
  }

  /** Why not even the empty cluster has room for the job. */
  public Reason infeasible(Job job, Size size) {
    Demand demand = job.spec().demand();
    if (!demand.isAnywhere() && cluster.nodes().eligibleCount(demand) == 0) {
      return Reason.of(
          Reason.Kind.INFEASIBLE,
          "requires nodes with %s, and the cluster has none",
          demand.requirement().orElseThrow());
    }
    Resources needed = demand.of(size);
    Resources total = cluster.nodes().total(demand);
    for (Map.Entry<String, Double> most : job.spec().demand().limit().amounts().entrySet()) {
      if (!Resources.covers(most.getValue(), needed.amount(most.getKey()))) {
        var amounts = Amounts.of(most.getKey(), needed.amount(most.getKey()), most.getValue());
        return Reason.of(
            Reason.Kind.INFEASIBLE,
            "would need %s, above its limit of %s",
            amounts.needed(),
            amounts.there());
      }
    }
    for (Map.Entry<String, Double> each : needed.amounts().entrySet()) {
      if (!Resources.of(each.getKey(), each.getValue()).fitsIn(total)) {
        var amounts = Amounts.of(each.getKey(), each.getValue(), total.amount(each.getKey()));
        return Reason.of(
            Reason.Kind.INFEASIBLE,
            "would need %s; %s %s",
            amounts.needed(),
            demand.isAnywhere() ? "the cluster has" : suitable(demand, "has", "have"),
            amounts.there());
      }
    }
    return Reason.of(
        Reason.Kind.INFEASIBLE,
        "would need %s; %s that only in smaller pieces",
        needed,
        demand.isAnywhere()
            ? nodes("of the cluster", demand, "has", "have")
            : suitable(demand, "has", "have"));
  }

  /** For people: {@code the 3 nodes with gpu type a100 have}. */
  private String suitable(Demand demand, String one, String many) {
    return nodes("with " + demand.requirement().orElseThrow(), demand, one, many);
  }

  private String nodes(String which, Demand demand, String one, String many) {
    int count = cluster.nodes().eligibleCount(demand);
    return "the %s %s %s".formatted(Reason.count(count, "node"), which, count == 1 ? one : many);
  }

  /** Whether some node has room left for all of the job, so that room is not what it lacks. */
  public boolean hasPlace(Job job, Size size) {
    return free.first(job.spec().demand(), size, 0) >= 0;
  }

  /** What the job needs and cannot have, as the end of a sentence. */
  public String shortage(Job job, Size size) {
    Demand demand = job.spec().demand();
    String among = demand.isAnywhere() ? "" : " among " + suitable(demand, "", "").strip();
    return shortage(demand, size, demand.of(size)) + among;
  }

  private String shortage(Demand demand, Size size, Resources needed) {
    if (free.covers(demand, size)) {
      return inPieces(demand, size, needed);
    }
    Resources left = free.left(demand);
    for (Map.Entry<String, Double> each : needed.amounts().entrySet()) {
      String name = each.getKey();
      if (!Resources.covers(left.amount(name), each.getValue())) {
        return lack("needs %s, and %s is free", name, each.getValue(), left.amount(name));
      }
    }
    return "needs " + needed;
  }

  /** What the job would need on top of what it has to be larger, as the end of a sentence. */
  public String shortageOfMore(Job job, Size size, Size larger) {
    var more =
        new Size(
            Math.max(0, larger.workers() - size.workers()),
            Math.max(0, larger.servers() - size.servers()));
    return free.covers(job.spec().demand(), more)
        ? "needs %s more, which is free but not where it could have it"
            .formatted(job.spec().demand().of(more))
        : shortage(job, more);
  }

  private String inPieces(Demand demand, Size size, Resources needed) {
    if (!cluster.nodes().canHold(demand, size)) {
      return "needs %s; enough is free, but scattered over nodes that others use".formatted(needed);
    }
    for (Map.Entry<String, Double> each : needed.amounts().entrySet()) {
      double largest = free.largest(each.getKey(), demand);
      if (!Resources.covers(largest, each.getValue())) {
        return lack(
            "needs %s on one node, the most any node has free is %s",
            each.getKey(), each.getValue(), largest);
      }
    }
    return "needs %s; no node has all of that free at once".formatted(needed);
  }

  /** The need and the available amount, with enough digits to read as less than the need. */
  private static String lack(String template, String name, double needed, double there) {
    double kept = there < Math.min(LEAST, LEAST_OF_NEED * needed) ? 0 : there;
    String need = Amounts.text(name, needed);
    String left = kept > 0 ? Amounts.text(name, kept) : "";
    if (left.endsWith("iB " + name) && !left.equals(need)) {
      return template.formatted(need, left.substring(0, left.length() - name.length() - 1));
    }
    String told =
        need.endsWith("iB " + name) && kept >= 1024 ? Amounts.digits(needed) + " " + name : need;
    return template.formatted(told, beside(needed, kept));
  }

  private static String beside(double needed, double kept) {
    String text = Reason.text(kept);
    return Double.parseDouble(text) < needed ? text : Amounts.digits(kept);
  }
}
