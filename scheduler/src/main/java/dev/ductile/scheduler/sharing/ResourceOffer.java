package dev.ductile.scheduler.sharing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Demand;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.Nodes;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The free resources of each node that are offered to a priority level. Of the dominant resource of
 * its queue, no more than a budget is offered in all.
 */
final class ResourceOffer {
  /**
   * Free resources are not offered if they hold no task of the first jobs with these many demands.
   */
  private static final int MOST_DEMANDS = 16;

  private static final double ROUNDING = 1e-9;

  private final Nodes nodes;
  private final FreeCapacity free;
  private final TaskAmounts tasks;
  private final int column;
  private final List<Demand> demands;
  private final double[] offered;
  private final List<ReclaimStep> steps = new ArrayList<>();
  private double rest;

  /**
   * @param free the free resources, which this object changes
   * @param column the position of the dominant resource
   * @param budget the most of it that is offered
   */
  ResourceOffer(
      PriorityLevel level,
      Nodes nodes,
      FreeCapacity free,
      TaskAmounts tasks,
      int column,
      double budget) {
    this.nodes = nodes;
    this.free = free;
    this.tasks = tasks;
    this.column = column;
    this.demands = demands(level);
    this.offered = new double[nodes.count()];
    this.rest = Math.max(0, budget);
  }

  private static List<Demand> demands(PriorityLevel level) {
    Set<Demand> demands = new LinkedHashSet<>();
    for (Job job : level.jobs()) {
      if (demands.size() >= MOST_DEMANDS) {
        break;
      }
      demands.add(job.spec().demand());
    }
    return List.copyOf(demands);
  }

  /** Offers free resources, beginning with the node that has most. */
  void addFree() {
    IntStream.range(0, nodes.count())
        .boxed()
        .filter(node -> left(node) > 0)
        .sorted(Comparator.comparingDouble(node -> -left(node)))
        .forEach(this::add);
  }

  /** Offers what a step gives back, and the rest of its nodes that now has a use. */
  void add(ReclaimStep step) {
    if (!hasBudget() && !step.isWithinQueue()) {
      return;
    }
    Demand demand = step.job().spec().demand();
    free.give(step.from(), demand);
    free.take(step.to(), demand);
    if (step.isWithinQueue()) {
      rest += tasks.given(step, column);
    }
    steps.add(step);
    for (Allocation.Share share : step.from().shares()) {
      nodes.indexOf(share.node()).ifPresent(this::add);
    }
  }

  /**
   * Lowers the budget: no more than this is offered in all, besides what is given back from now on.
   */
  void limit(double most) {
    double sum = 0;
    for (double amount : offered) {
      sum += amount;
    }
    rest = Math.min(rest, Math.max(0, most - sum));
  }

  /** The largest amount of the dominant resource that a worker of the level takes. */
  double largestTask() {
    double largest = 0;
    for (Demand demand : demands) {
      largest = Math.max(largest, tasks.amount(demand, Size.workers(1), column));
    }
    return largest;
  }

  boolean hasBudget() {
    return rest > ROUNDING;
  }

  /** The steps on which the offer depends. */
  List<ReclaimStep> steps() {
    return List.copyOf(steps);
  }

  private void add(int node) {
    double more = Math.min(rest, Math.max(0, left(node)) - offered[node]);
    if (more > 0 && isUseful(node)) {
      offered[node] += more;
      rest -= more;
    }
  }

  private boolean isUseful(int node) {
    for (Demand demand : demands) {
      if (free.fits(node, demand, Size.workers(1))
          || (!demand.server().isNone() && free.fits(node, demand, new Size(0, 1)))) {
        return true;
      }
    }
    return false;
  }

  private double left(int node) {
    return free.left(node, tasks.resources().get(column));
  }

  /** The amount of a resource that is offered on the node; negative if the node is overdrawn. */
  double free(int node, int of) {
    double left = free.left(node, tasks.resources().get(of));
    return of == column && left > 0 ? offered[node] : left;
  }

  /** Whether any free resources of the node are offered. */
  boolean includes(int node) {
    if (offered[node] > 0) {
      return true;
    }
    boolean hasColumn = nodes.get(node).capacity().amount(tasks.resources().get(column)) > 0;
    return !hasColumn && !free.isOverdrawn(node);
  }
}
