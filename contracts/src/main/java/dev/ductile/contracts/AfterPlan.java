package dev.ductile.contracts;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobNote;
import dev.ductile.api.Node;
import dev.ductile.api.Note;
import dev.ductile.api.Plan;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.laws.ExactLaw;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The state after a plan is carried out, computed with exact decimal numbers. */
final class AfterPlan {
  static final String SIZE = "(\\d+(?:\\+\\d+)?)";

  private static final MathContext DIGITS = new MathContext(40, RoundingMode.HALF_EVEN);
  private static final Pattern WANTED = Pattern.compile("there is no place for " + SIZE);

  private final Cluster cluster;
  private final Plan plan;
  private final Map<Long, Allocation> after = new HashMap<>();
  private final Map<Long, String> sentences = new HashMap<>();

  AfterPlan(Cluster cluster, Plan plan) {
    this.cluster = cluster;
    this.plan = plan;
    for (Job job : cluster.jobs()) {
      after.put(job.arrival(), isProtected(job) ? job.allocation() : Allocation.NONE);
      sentences.put(job.arrival(), plan.reasons().why(job).sentence());
    }
    for (Grant grant : plan.grants()) {
      after.put(grant.job().arrival(), grant.allocation());
    }
  }

  Cluster cluster() {
    return cluster;
  }

  Plan plan() {
    return plan;
  }

  /**
   * A value of a policy's note on the job, by the name of its component: from the note that the
   * plan writes, or else from the note that the job has.
   */
  Optional<Object> noted(Job job, String policy, String component) {
    return plan.notes().stream()
        .filter(note -> note.job().equals(job.id()) && note.policy().equals(policy))
        .map(JobNote::note)
        .findFirst()
        .or(() -> Optional.ofNullable(job.notes().byPolicy().get(policy)))
        .map(note -> value(note, component));
  }

  private static Object value(Note note, String component) {
    for (RecordComponent each : note.getClass().getRecordComponents()) {
      if (each.getName().equals(component)) {
        return value(note, each.getAccessor());
      }
    }
    throw new IllegalArgumentException("%s has no %s".formatted(note, component));
  }

  private static Object value(Note note, Method accessor) {
    try {
      accessor.setAccessible(true);
      return accessor.invoke(note);
    } catch (ReflectiveOperationException hidden) {
      throw new IllegalStateException("%s does not show %s".formatted(note, accessor), hidden);
    }
  }

  String sentence(Job job) {
    return sentences.getOrDefault(job.arrival(), "");
  }

  Allocation now(Job job) {
    return after.getOrDefault(job.arrival(), Allocation.NONE);
  }

  boolean isProtected(Job job) {
    return cluster.now().isBefore(job.protectedUntil()) && !job.allocation().isNone();
  }

  Optional<Job> named(String name) {
    return cluster.jobs().stream().filter(job -> job.id().name().equals(name)).findFirst();
  }

  /** The size that the policy wanted for the job by its sentence; else the size that it has. */
  Size wanted(Job job) {
    Matcher written = WANTED.matcher(sentence(job));
    return written.find() ? size(written.group(1)) : now(job).size();
  }

  static Size size(String text) {
    String[] roles = text.split("\\+", 2);
    return new Size(Integer.parseInt(roles[0]), roles.length > 1 ? Integer.parseInt(roles[1]) : 0);
  }

  /** The remaining steps of the job. */
  BigDecimal remaining(Job job) {
    double steps = job.spec().work().steps();
    double done = Math.min(job.progress().stepsAt(cluster.now()), steps);
    return new BigDecimal(steps).subtract(new BigDecimal(done));
  }

  /** Seconds to the end of the job at this size. */
  double seconds(Job job, Size size) {
    return divided(remaining(job), speed(job, size));
  }

  static double speed(Job job, Size size) {
    return job.speed().stepsPerSecond(Allocation.together(size));
  }

  static double divided(BigDecimal one, double other) {
    if (other == 0 || !Double.isFinite(other)) {
      return one.doubleValue() / other;
    }
    return one.divide(new BigDecimal(other), DIGITS).doubleValue();
  }

  BigDecimal total(String name) {
    return cluster.nodes().list().stream()
        .map(node -> new BigDecimal(node.capacity().amount(name)))
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  /** The largest share of any resource of the cluster that tasks of this size take. */
  double share(Job job, Size size) {
    double share = 0;
    for (String name : cluster.nodes().columns()) {
      BigDecimal used = ExactLaw.used(job.spec().demand(), size, name);
      if (used.signum() > 0) {
        share = Math.max(share, used.divide(total(name), DIGITS).doubleValue());
      }
    }
    return share;
  }

  /** GPUs of tasks of this size, or workers if the job uses no GPU. */
  static double devices(Job job, Size size) {
    BigDecimal gpus = ExactLaw.used(job.spec().demand(), size, Resources.GPU);
    return gpus.signum() > 0 ? gpus.doubleValue() : size.workers();
  }

  /** The amount of a resource that running jobs leave free. */
  BigDecimal freeBefore(String name) {
    return beside(cluster.jobs().stream().toList(), cluster.nodes().list(), name);
  }

  /** The amount of a resource that protected jobs leave free on the nodes for such a job. */
  BigDecimal besideProtected(String name, Demand demand) {
    return beside(
        cluster.jobs().stream().filter(this::isProtected).toList(),
        cluster.nodes().list().stream().filter(demand::accepts).toList(),
        name);
  }

  private static BigDecimal beside(List<Job> jobs, List<Node> nodes, String name) {
    BigDecimal free = BigDecimal.ZERO;
    for (Node node : nodes) {
      BigDecimal left = new BigDecimal(node.capacity().amount(name));
      for (Job job : jobs) {
        for (Allocation.Share share : job.allocation().shares()) {
          if (share.node().equals(node.id())) {
            left = left.subtract(ExactLaw.used(job.spec().demand(), share.size(), name));
          }
        }
      }
      free = free.add(left.max(BigDecimal.ZERO));
    }
    return free;
  }

  /** The amount that the plan leaves free on a node; 0 if its jobs hold more than it has. */
  BigDecimal left(Node node, String name) {
    BigDecimal left = new BigDecimal(node.capacity().amount(name));
    for (Job job : cluster.jobs()) {
      for (Allocation.Share share : now(job).shares()) {
        if (share.node().equals(node.id())) {
          left = left.subtract(ExactLaw.used(job.spec().demand(), share.size(), name));
        }
      }
    }
    return left.max(BigDecimal.ZERO);
  }
}
