package dev.ductile.laws;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Node;
import dev.ductile.api.Plan;
import dev.ductile.api.Range;
import dev.ductile.api.Size;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks that a plan is legal, with exact decimal numbers and without the code under test: sizes
 * within bounds and limits, on existing nodes, and no node that gives more than it has.
 */
public final class ExactLaw {
  /** The forgiven share of amounts that are fractions, or too large for exact doubles. */
  private static final double ROUNDING = 2e-9;

  private final Cluster cluster;
  private final Map<Long, Allocation> granted = new HashMap<>();
  private final List<String> broken = new ArrayList<>();

  private ExactLaw(Cluster cluster) {
    this.cluster = cluster;
  }

  /** All violations of a plan. */
  public static List<String> broken(Cluster cluster, Plan plan) {
    var law = new ExactLaw(cluster);
    plan.grants().forEach(law::grant);
    law.nodes();
    return law.broken;
  }

  private void grant(Grant grant) {
    Job job = grant.job();
    if (cluster.jobs().stream().noneMatch(job::equals)) {
      broken.add(job.id() + " is not in the picture");
    }
    if (granted.put(job.arrival(), grant.allocation()) != null) {
      broken.add(job.id() + " has two grants");
    }
    if (!grant.allocation().equals(job.allocation())) {
      change(job, grant.allocation());
    }
  }

  private void change(Job job, Allocation to) {
    if (cluster.now().isBefore(job.protectedUntil()) && !job.allocation().shares().isEmpty()) {
      broken.add(job.id() + " is protected and gets " + to);
    }
    requireEligible(job, to);
    int workers = to.shares().stream().mapToInt(share -> share.size().workers()).sum();
    int servers = to.shares().stream().mapToInt(share -> share.size().servers()).sum();
    if (!allows(job.spec().bounds().workers(), workers)
        || !allows(job.spec().bounds().servers(), servers)) {
      broken.add("%s gets %s, which its bounds do not allow".formatted(job.id(), to));
    }
    Demand demand = job.spec().demand();
    demand
        .limit()
        .amounts()
        .forEach((name, most) -> {
          BigDecimal used = used(demand, new Size(workers, servers), name);
          if (isMore(used, most, isWhole(demand, name))) {
            broken.add(
                "%s gets %s of %s, above its limit %s".formatted(job.id(), used, name, most));
          }
        });
  }

  /** Every node of a new allocation has the required labels and device type. */
  private void requireEligible(Job job, Allocation to) {
    Map<String, String> required = job.spec().demand().labels().values();
    String type = job.spec().demand().device().type();
    for (Node node : cluster.nodes().list()) {
      boolean isEligible =
          required.entrySet().stream()
                  .allMatch(
                      label -> label.getValue().equals(node.labels().values().get(label.getKey())))
              && (type.isEmpty() || type.equals(node.device().type()));
      if (to.uses(node.id()) && !isEligible) {
        broken.add("%s gets %s, which it must not use".formatted(job.id(), node));
      }
    }
  }

  private static boolean allows(Range range, int count) {
    return count >= range.min()
        && count <= range.max()
        && (range.allowed().isEmpty() || range.allowed().contains(count));
  }

  private void nodes() {
    Set<String> names = new HashSet<>();
    for (Node node : cluster.nodes().list()) {
      names.add(node.id().name());
      Set<String> resources = new HashSet<>(node.capacity().amounts().keySet());
      cluster
          .jobs()
          .forEach(job -> {
            resources.addAll(job.spec().demand().worker().amounts().keySet());
            resources.addAll(job.spec().demand().server().amounts().keySet());
          });
      resources.forEach(name -> node(node, name));
    }
    cluster
        .jobs()
        .forEach(job -> {
          for (Allocation.Share share : after(job).shares()) {
            if (!names.contains(share.node().name()) && !after(job).equals(job.allocation())) {
              broken.add(job.id() + " gets an unknown node: " + share.node());
            }
          }
        });
  }

  private Allocation after(Job job) {
    boolean isPinned = cluster.now().isBefore(job.protectedUntil());
    return isPinned ? job.allocation() : granted.getOrDefault(job.arrival(), Allocation.NONE);
  }

  /** A node may be overdrawn only if none of its jobs that use the resource is new. */
  private void node(Node node, String name) {
    BigDecimal used = BigDecimal.ZERO;
    boolean isNew = false;
    boolean isWhole = isWhole(node.capacity().amount(name));
    for (Job job : cluster.jobs()) {
      for (Allocation.Share share : after(job).shares()) {
        BigDecimal taken = used(job.spec().demand(), share.size(), name);
        if (share.node().equals(node.id()) && taken.signum() > 0) {
          used = used.add(taken);
          isNew |= !after(job).equals(job.allocation());
          isWhole &= isWhole(job.spec().demand(), name);
        }
      }
    }
    double most = node.capacity().amount(name);
    if (isNew && isMore(used, most, isWhole)) {
      broken.add("%s gives %s of its %s %s".formatted(node.id(), used, most, name));
    }
  }

  /** The amount of a resource that tasks of this size take. */
  public static BigDecimal used(Demand demand, Size size, String name) {
    return exact(demand.worker().amount(name), size.workers())
        .add(exact(demand.server().amount(name), size.servers()));
  }

  private static BigDecimal exact(double amount, int times) {
    return new BigDecimal(amount).multiply(BigDecimal.valueOf(times));
  }

  private static boolean isMore(BigDecimal used, double most, boolean isWhole) {
    double forgiven =
        isWhole ? 0 : Math.min(2e-3, ROUNDING * Math.max(1, most)) + 8 * Math.ulp(most);
    return used.compareTo(new BigDecimal(most).add(new BigDecimal(forgiven))) > 0;
  }

  private static boolean isWhole(Demand demand, String name) {
    return isWhole(demand.worker().amount(name)) && isWhole(demand.server().amount(name));
  }

  private static boolean isWhole(double amount) {
    return amount == Math.rint(amount) && amount <= 0x1p53;
  }
}
