package dev.ductile.policies;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.FirstFit;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Phrase;
import dev.ductile.api.Progress;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Worded;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The free resources after a plan, in the sentences of reasons: why a job finds no place. */
public final class PlanRemainder {
  /** An amount below this part of a need is a rounding error. */
  private static final double LEAST_OF_NEED = 1e-9;

  /** An amount of at least this is never a rounding error. */
  private static final double LEAST = 1e-3;

  private final Cluster cluster;
  private final FreeCapacity free;
  private final Map<Long, Allocation> granted = new HashMap<>();

  public PlanRemainder(Cluster cluster, List<Grant> grants) {
    this.cluster = cluster;
    this.free = FreeCapacity.of(cluster);
    for (Grant grant : grants) {
      granted.put(grant.job().arrival(), grant.allocation());
      free.take(grant.allocation(), grant.job().spec().demand());
    }
  }

  /** The allocation that the plan gives to the job. */
  public Allocation granted(Job job) {
    return granted.getOrDefault(job.arrival(), Allocation.NONE);
  }

  public static Reason isProtected(Job job, Instant now) {
    return Reason.of(
        Reason.Kind.PROTECTED,
        "is protected for another {protectedFor}; holds {}",
        Worded.seconds(Progress.seconds(now, job.protectedUntil()), "unknown time"),
        place(job, job.allocation()));
  }

  /** The resources of an allocation and its nodes: {@code 4 gpu, all on node-2}. */
  public static Phrase place(Job job, Allocation allocation) {
    Resources resources = job.spec().demand().of(allocation.size());
    int nodes = allocation.shares().size();
    return nodes == 1
        ? Phrase.of("{resources}, all on {node}", resources, allocation.shares().getFirst().node())
        : Phrase.of("{resources}, on {nodes} nodes", resources, nodes);
  }

  /** Whether the whole cluster could hold a size that is too large for the part of a queue. */
  public boolean isTooLargeForPart(Job job, Size size) {
    Demand demand = job.spec().demand();
    return cluster.whole() != cluster.nodes()
        && demand.isWithinLimit(size)
        && FirstFit.fits(cluster.whole().allFree(), demand, size);
  }

  /** The reason why the job would wait even in the empty cluster, or in the part of its queue. */
  public Reason infeasible(Job job, Size size) {
    if (isTooLargeForPart(job, size)) {
      return Reason.of(
          job.holdsResources() ? Reason.Kind.PREEMPTED : Reason.Kind.WAITING_FOR_CAPACITY,
          "{}: {}",
          PlanReasons.without(job),
          shortage(job, size));
    }
    Demand demand = job.spec().demand();
    if (!demand.isAnywhere() && cluster.whole().eligibleCount(demand) == 0) {
      return Reason.of(
          Reason.Kind.INFEASIBLE,
          "requires nodes with {requirement}, and the cluster has none",
          demand.requirement().orElseThrow());
    }
    Resources needed = demand.of(size);
    SortedMap<String, Double> limit = new TreeMap<>(demand.limit().amounts());
    limit.entrySet().removeIf(most -> isCovered(needed, most.getKey(), most.getValue()));
    if (!limit.isEmpty()) {
      return infeasible(
          "needs {need}, {} {limit}", needed, "above its limit of", limit, Further.ABOVE_LIMIT);
    }
    SortedMap<String, Double> total = scarce(needed, cluster.whole().total(demand)::amount);
    if (!total.isEmpty()) {
      Object have =
          demand.isAnywhere()
              ? "the cluster has"
              : Phrase.of("{} {}", suitable(demand), has(demand));
      return infeasible("needs {need}; {} {total}", needed, have, total, Further.SHORT);
    }
    return Reason.of(
        Reason.Kind.INFEASIBLE,
        "needs {need}; {} {} enough in total, but the tasks do not fit there",
        needed,
        demand.isAnywhere()
            ? Phrase.of("the {clusterNodes} of the cluster", nodes(demand))
            : suitable(demand),
        has(demand));
  }

  private Reason infeasible(
      String template,
      Resources needed,
      Object subject,
      SortedMap<String, Double> there,
      Further further) {
    List<String> names = devicesFirst(there);
    String first = names.getFirst();
    var amounts = Amounts.of(first, needed.amount(first), there.getOrDefault(first, 0.0));
    Phrase shortage =
        Phrase.of(
            template,
            new Worded(needed, amounts.needed()),
            subject,
            new Worded(there, amounts.there()));
    return new Reason(Reason.Kind.INFEASIBLE, further.of(shortage, names, needed, there));
  }

  /** The names of the short resources: accelerators first, then in the order of names. */
  private List<String> devicesFirst(SortedMap<String, Double> there) {
    String device = cluster.whole().device().orElse("");
    return Stream.concat(
            there.keySet().stream().filter(device::equals),
            there.keySet().stream().filter(name -> !name.equals(device)))
        .toList();
  }

  /** The words about the further resources of which a need is too large. */
  private enum Further {
    SHORT("{}; also short of {alsoShort}", "%s (%s needed, %s there)"),
    ABOVE_LIMIT("{}; also above its limit of {alsoShort}", "%s (%s needed, %s allowed)");

    private final String sentence;
    private final String each;

    Further(String sentence, String each) {
      this.sentence = sentence;
      this.each = each;
    }

    /** The shortage of the first resource, with the amounts of the others. */
    Phrase of(Phrase first, List<String> names, Resources needed, SortedMap<String, Double> there) {
      return names.size() == 1
          ? first
          : Phrase.of(
              sentence,
              first,
              names.stream()
                  .skip(1)
                  .map(name -> text(name, needed, there))
                  .collect(Collectors.joining(", ")));
    }

    private String text(String name, Resources needed, SortedMap<String, Double> there) {
      Amounts amounts = lack(name, needed.amount(name), there.getOrDefault(name, 0.0));
      String whole = amounts.needed();
      String need = whole.substring(0, whole.length() - Resources.named("", name).length());
      return each.formatted(name, need, amounts.there());
    }
  }

  /** The nodes that the job may use: {@code the 3 nodes with gpu type a100}. */
  private Phrase suitable(Demand demand) {
    return Phrase.of(
        "the {eligibleNodes} with {requirement}",
        isSingle(demand) ? new Worded(1, "only node") : nodes(demand),
        demand.requirement().orElseThrow());
  }

  private Worded nodes(Demand demand) {
    return Worded.count(cluster.whole().eligibleCount(demand), "node");
  }

  private boolean isSingle(Demand demand) {
    return cluster.whole().eligibleCount(demand) == 1;
  }

  private String has(Demand demand) {
    return isSingle(demand) ? "has" : "have";
  }

  private static boolean isCovered(Resources needed, String name, double there) {
    return Resources.covers(there, needed.amount(name));
  }

  /** The available amount of each resource that is short. */
  private static SortedMap<String, Double> scarce(
      Resources needed, ToDoubleFunction<String> amounts) {
    var scarce = new TreeMap<String, Double>();
    for (String name : needed.amounts().keySet()) {
      double there = amounts.applyAsDouble(name);
      if (!isCovered(needed, name, there)) {
        scarce.put(name, Math.max(0, there));
      }
    }
    return scarce;
  }

  /** Whether some node has enough free resources for the whole job, so that the job lacks none. */
  public boolean hasPlace(Job job, Size size) {
    return free.first(job.spec().demand(), size, 0) >= 0;
  }

  /** The need of the job and the shortage, as the end of a sentence. */
  public Phrase shortage(Job job, Size size) {
    Demand demand = job.spec().demand();
    Phrase shortage = shortage(demand, size, demand.of(size));
    return demand.isAnywhere() ? shortage : Phrase.of("{} among {}", shortage, suitable(demand));
  }

  private Phrase shortage(Demand demand, Size size, Resources needed) {
    if (free.covers(demand, size)) {
      return inPieces(demand, size, needed);
    }
    SortedMap<String, Double> left = scarce(needed, free.left(demand)::amount);
    return left.isEmpty()
        ? Phrase.of("needs {need}", needed)
        : lack("needs {need}, and {free} %s free", needed, left);
  }

  /** The need of the tasks that a larger size adds, and the shortage. */
  public Phrase shortageOfMore(Job job, Size size, Size larger) {
    var more =
        new Size(
            Math.max(0, larger.workers() - size.workers()),
            Math.max(0, larger.servers() - size.servers()));
    return free.covers(job.spec().demand(), more)
        ? Phrase.of(
            "needs {need} more; enough is free, but not on nodes that it can use",
            job.spec().demand().of(more))
        : shortage(job, more);
  }

  private Phrase inPieces(Demand demand, Size size, Resources needed) {
    if (!cluster.nodes().canHold(demand, size)) {
      return Phrase.of(
          "needs {need}; enough is free, but scattered over nodes that other jobs use", needed);
    }
    SortedMap<String, Double> largest = scarce(needed, name -> free.largest(name, demand));
    return largest.isEmpty()
        ? Phrase.of("needs {need}; no node has all of that free at once", needed)
        : lack(
            "needs {need} on one node; the most that a node has free is {largestFree}",
            needed,
            largest);
  }

  /** A sentence about all resources that are short. */
  private Phrase lack(String template, Resources needed, SortedMap<String, Double> available) {
    List<String> names = devicesFirst(available);
    String first = names.getFirst();
    Amounts amounts = lack(first, needed.amount(first), available.getOrDefault(first, 0.0));
    Phrase shortage =
        Phrase.of(
            template.formatted(isSingular(first, amounts.there()) ? "is" : "are"),
            new Worded(needed, amounts.needed()),
            new Worded(available, amounts.there()));
    return Further.SHORT.of(shortage, names, needed, available);
  }

  /** Whether an amount is singular: one, a part of one, or an amount of memory. */
  private static boolean isSingular(String name, String amount) {
    if (name.equals(Resources.MEMORY) || amount.endsWith("iB")) {
      return true;
    }
    double number = Double.parseDouble(amount);
    return number > 0 && number <= 1;
  }

  /** The need and the available amount, with enough digits to read as less than the need. */
  private static Amounts lack(String name, double needed, double there) {
    double kept = there < Math.min(LEAST, LEAST_OF_NEED * needed) ? 0 : there;
    String need = Amounts.text(name, needed);
    String left = kept > 0 ? Amounts.text(name, kept) : "";
    if (left.endsWith("iB " + name) && !left.equals(need)) {
      return new Amounts(need, left.substring(0, left.length() - name.length() - 1));
    }
    String exact =
        need.endsWith("iB " + name) && kept >= 1024 ? Amounts.digits(needed) + " " + name : need;
    return new Amounts(exact, beside(needed, kept));
  }

  private static String beside(double needed, double kept) {
    String text = Reason.text(kept);
    return Double.parseDouble(text) < needed ? text : Amounts.digits(kept);
  }
}
