package dev.ductile.scheduler.sharing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.FirstFit;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.Nodes;
import dev.ductile.api.Size;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The amounts that tasks of jobs take, in the order of the resources of the cluster. */
final class TaskAmounts {
  private final Nodes nodes;
  private final List<String> names;
  private final double[] totals;
  private final Map<Demand, Amounts> known = new HashMap<>();
  private final Map<LeastSize, Boolean> possible = new HashMap<>();

  private static final class Amounts {
    private final double[] worker;
    private final double[] server;

    Amounts(Demand demand, List<String> names) {
      worker = names.stream().mapToDouble(demand.worker()::amount).toArray();
      server = names.stream().mapToDouble(demand.server()::amount).toArray();
    }
  }

  private Demand lastDemand = Demand.NONE;
  private Amounts lastAmounts;

  /** The least size of a job. */
  record LeastSize(Demand demand, Size size) {
    static LeastSize of(Job job) {
      return new LeastSize(job.spec().demand(), job.spec().bounds().least());
    }
  }

  TaskAmounts(Nodes nodes) {
    this.nodes = nodes;
    this.names = nodes.columns();
    this.lastAmounts = new Amounts(Demand.NONE, names);
    this.totals = names.stream().mapToDouble(nodes.total()::amount).toArray();
  }

  List<String> resources() {
    return names;
  }

  double total(int column) {
    return totals[column];
  }

  double amount(Demand demand, Size size, int column) {
    Amounts amounts = amounts(demand);
    return size.workers() * amounts.worker[column] + size.servers() * amounts.server[column];
  }

  double amount(Job job, Allocation allocation, int column) {
    return amount(job.spec().demand(), allocation.size(), column);
  }

  /** The amount that a step gives back. */
  double given(ReclaimStep step, int column) {
    return amount(step.job(), step.from(), column) - amount(step.job(), step.to(), column);
  }

  double given(List<ReclaimStep> steps, int column) {
    return steps.stream().mapToDouble(step -> given(step, column)).sum();
  }

  /** Jobs of one kind often share their demand, so the last one is tried first. */
  @SuppressWarnings("ReferenceEquality") // the same demand is mostly the same object
  private Amounts amounts(Demand demand) {
    if (demand != lastDemand) {
      lastAmounts = known.computeIfAbsent(demand, each -> new Amounts(each, names));
      lastDemand = demand;
    }
    return lastAmounts;
  }

  /** The largest size of a job that the cluster could hold if it were one machine. */
  Size largestSize(Job job) {
    Bounds bounds = job.spec().bounds();
    Demand demand = job.spec().demand();
    Size most = bounds.most();
    return new Size(
        times(demand, Size.workers(1), most.workers()),
        times(demand, new Size(0, 1), most.servers()));
  }

  private int times(Demand demand, Size task, int most) {
    int times = most;
    for (int column = 0; column < totals.length; column++) {
      double each = amount(demand, task, column);
      times = each > 0 ? (int) Math.min(times, Math.floor(totals[column] / each)) : times;
    }
    return times;
  }

  /**
   * The amount of a resource of which the tasks of all these jobs are multiples; 0 if there is
   * none.
   */
  double commonUnit(List<Job> jobs, int column) {
    List<Double> amounts =
        jobs.stream()
            .map(job -> job.spec().demand())
            .flatMap(demand ->
                Stream.of(Size.workers(1), new Size(0, 1))
                    .map(task -> amount(demand, task, column)))
            .filter(amount -> amount > 0)
            .distinct()
            .toList();
    double unit = amounts.stream().mapToDouble(amount -> amount).min().orElse(0);
    boolean areMultiples =
        amounts.stream()
            .map(amount -> amount / unit)
            .allMatch(parts -> Math.abs(parts - Math.rint(parts)) <= 1e-9);
    return areMultiples ? unit : 0;
  }

  /** Whether the tasks of the least size fit on the nodes if these are empty. */
  boolean isPossible(Job job) {
    return possible.computeIfAbsent(LeastSize.of(job), least -> fits(least, nodes.allFree()));
  }

  /** Whether the tasks of a least size fit in free resources. */
  static boolean fits(LeastSize least, FreeCapacity free) {
    return least.demand().isWithinLimit(least.size())
        && FirstFit.fits(free, least.demand(), least.size());
  }
}
