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
 * The free resources of each node that a party may see. Of the resource in which the shares of its
 * queue are counted, it sees no more than a budget in all.
 */
final class Room {
  /** Room that is too small for any of these many first needs is not shown. */
  private static final int MOST_DEMANDS = 16;

  private static final double ROUNDING = 1e-9;

  private final Nodes nodes;
  private final FreeCapacity free;
  private final TaskAmounts tasks;
  private final int column;
  private final List<Demand> demands;
  private final double[] shown;
  private final List<Cut> cuts = new ArrayList<>();
  private double rest;

  /**
   * @param free the free resources, which this object changes
   * @param budget the most that is shown of the column
   */
  Room(Party party, Nodes nodes, FreeCapacity free, TaskAmounts tasks, int column, double budget) {
    this.nodes = nodes;
    this.free = free;
    this.tasks = tasks;
    this.column = column;
    this.demands = demands(party);
    this.shown = new double[nodes.count()];
    this.rest = Math.max(0, budget);
  }

  private static List<Demand> demands(Party party) {
    Set<Demand> demands = new LinkedHashSet<>();
    for (Job job : party.jobs()) {
      if (demands.size() >= MOST_DEMANDS) {
        break;
      }
      demands.add(job.spec().demand());
    }
    return List.copyOf(demands);
  }

  /** Shows free resources, beginning with the node that has most. */
  void showFree() {
    IntStream.range(0, nodes.count())
        .boxed()
        .filter(node -> left(node) > 0)
        .sorted(Comparator.comparingDouble(node -> -left(node)))
        .forEach(this::show);
  }

  /** Shows what a step gives back, and the rest of its nodes that now has a use. */
  void show(Cut cut) {
    if (!hasBudget() && !cut.isOwn()) {
      return;
    }
    Demand demand = cut.job().spec().demand();
    free.give(cut.from(), demand);
    free.take(cut.to(), demand);
    if (cut.isOwn()) {
      rest +=
          tasks.of(demand, cut.from().size(), column) - tasks.of(demand, cut.to().size(), column);
    }
    cuts.add(cut);
    for (Allocation.Share share : cut.from().shares()) {
      nodes.indexOf(share.node()).ifPresent(this::show);
    }
  }

  /**
   * Lowers the budget: no more than this is shown in all, beside what is given back from now on.
   */
  void limit(double most) {
    double sum = 0;
    for (double amount : shown) {
      sum += amount;
    }
    rest = Math.min(rest, Math.max(0, most - sum));
  }

  /** The largest amount of the column that a worker of the party takes. */
  double largestTask() {
    double largest = 0;
    for (Demand demand : demands) {
      largest = Math.max(largest, tasks.of(demand, Size.workers(1), column));
    }
    return largest;
  }

  boolean hasBudget() {
    return rest > ROUNDING;
  }

  /** The steps on which the shown resources depend. */
  List<Cut> cuts() {
    return List.copyOf(cuts);
  }

  private void show(int node) {
    double more = Math.min(rest, Math.max(0, left(node)) - shown[node]);
    if (more > 0 && isUseful(node)) {
      shown[node] += more;
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
    return free.left(node, tasks.names().get(column));
  }

  /** The amount of a resource that the party sees free on the node; negative if it is overdrawn. */
  double amount(int node, int of) {
    double left = free.left(node, tasks.names().get(of));
    return of == column && left > 0 ? shown[node] : left;
  }

  /** Whether the party sees any free resources on the node. */
  boolean isShown(int node) {
    if (shown[node] > 0) {
      return true;
    }
    boolean hasColumn = nodes.get(node).capacity().amount(tasks.names().get(column)) > 0;
    return !hasColumn && !free.isOverdrawn(node);
  }
}
