package dev.ductile.policies.sizing;

import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Range;
import dev.ductile.api.Size;
import dev.ductile.api.Stock;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The resources to be divided: those of the whole cluster as one machine, less those of protected
 * jobs. If jobs require labels or a device type, the nodes that they may use are a machine, too: a
 * job takes from every machine that contains all its nodes.
 */
public final class Budget {
  /** Far above the rounding of a sum of two doubles. */
  private static final double DOUBT = 1e-9;

  private final List<String> resources;
  private final double[] whole;

  /** For each pool of nodes all pools that contain it. */
  private final int[][] around;

  /** The remaining resources of each pool; the first pool is the whole cluster. */
  private final Stock[][] pools;

  private final Stock[] left;

  private Budget(List<String> resources, double[] whole, int[][] around, Stock[][] pools) {
    this.resources = resources;
    this.whole = whole;
    this.around = around;
    this.pools = pools;
    this.left = pools[NodePools.WHOLE];
  }

  /** The free resources, for jobs that have these pools of nodes. */
  static Budget of(FreeCapacity free, NodePools pools) {
    List<String> resources = free.nodes().columns();
    return new Budget(
        resources,
        resources.stream().mapToDouble(free.nodes().total()::amount).toArray(),
        pools.around(),
        pools.demands().stream()
            .map(job -> resources.stream().map(name -> free.stock(name, job)).toArray(Stock[]::new))
            .toArray(Stock[][]::new));
  }

  /** An independent copy. */
  public Budget copy() {
    return new Budget(
        resources,
        whole,
        around,
        Arrays.stream(pools)
            .map(pool -> Arrays.stream(pool).map(Stock::copy).toArray(Stock[]::new))
            .toArray(Stock[][]::new));
  }

  public boolean covers(Candidate candidate, Size size) {
    ResourceNeeds needs = candidate.needs();
    for (int pool : around[candidate.pool()]) {
      for (int resource = 0; resource < left.length; resource++) {
        if (!needs.isCoveredBy(pools[pool][resource], size, resource)) {
          return false;
        }
      }
    }
    return needs.isAvailable();
  }

  /**
   * Whether every job may still take these amounts, each a sum of doubles; false in case of doubt.
   *
   * @param amounts in the order of {@link #resources}
   */
  public boolean isAbove(double[] amounts) {
    for (Stock[] pool : pools) {
      for (int resource = 0; resource < left.length; resource++) {
        double most = amounts[resource] * (1 + DOUBT);
        if (most > 0 && pool[resource].left() <= most) {
          return false;
        }
      }
    }
    return true;
  }

  /** The largest size that the budget covers, by its index; -1 if it does not cover the least. */
  public int most(Candidate candidate) {
    int low = 0;
    int high = candidate.speeds().count() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (covers(candidate, candidate.size(middle))) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return high;
  }

  public void take(Candidate candidate, Size size) {
    for (int pool : around[candidate.pool()]) {
      for (int resource = 0; resource < left.length; resource++) {
        candidate.needs().take(pools[pool][resource], size, resource);
      }
    }
  }

  public void give(Candidate candidate, Size size) {
    for (int pool : around[candidate.pool()]) {
      for (int resource = 0; resource < left.length; resource++) {
        candidate.needs().give(pools[pool][resource], size, resource);
      }
    }
  }

  /** The number of workers of this job that the budget covers, regardless of bounds. */
  public int workers(Candidate candidate) {
    int most = Range.LIMIT;
    for (int pool : around[candidate.pool()]) {
      for (int resource = 0; resource < left.length; resource++) {
        double needed = candidate.needs().of(Size.workers(1), resource);
        most = pools[pool][resource].times(needed, most);
      }
    }
    return most;
  }

  /**
   * The dominant share of a size: the largest part that it would take of any remaining resource;
   * infinite if a needed resource is used up.
   */
  public double part(Candidate candidate, Size size) {
    double part = 0;
    for (int resource = 0; resource < left.length; resource++) {
      double needed = candidate.needs().of(size, resource);
      if (needed > 0) {
        part = Math.max(part, needed / Math.max(0, left(candidate, resource)));
      }
    }
    return part;
  }

  /** The remaining amount of a resource on the nodes that the job may use. */
  private double left(Candidate candidate, int resource) {
    double least = Double.POSITIVE_INFINITY;
    for (int pool : around[candidate.pool()]) {
      least = Math.min(least, pools[pool][resource].left());
    }
    return least;
  }

  /** The remaining amount of every resource on the nodes that the job may use. */
  public double[] left(Candidate candidate) {
    return IntStream.range(0, left.length)
        .mapToDouble(resource -> left(candidate, resource))
        .toArray();
  }

  /**
   * The match of these tasks with the free resources: the dot product of their parts of the cluster
   * (Grandl et al., SIGCOMM 2014, Section 3.2).
   */
  public double match(Candidate candidate, Size tasks) {
    double match = 0;
    for (int resource = 0; resource < whole.length; resource++) {
      double needed = candidate.needs().of(tasks, resource);
      if (needed > 0) {
        match += needed / whole[resource] * Math.max(0, left[resource].left()) / whole[resource];
      }
    }
    return match;
  }

  /** The remaining amount of a resource; 0 if the cluster has none. */
  public double left(String resource) {
    int column = resources.indexOf(resource);
    return column < 0 ? 0 : left[column].left();
  }

  /**
   * The part of the whole cluster that these tasks take of the resource of which they take most.
   */
  public double share(Candidate candidate, Size tasks) {
    double share = 0;
    for (int resource = 0; resource < whole.length; resource++) {
      double needed = candidate.needs().of(tasks, resource);
      share = needed > 0 ? Math.max(share, needed / whole[resource]) : share;
    }
    return share;
  }

  /** The remaining amount of every resource, in the order of {@link #resources}. */
  public double[] left() {
    return Arrays.stream(left).mapToDouble(Stock::left).toArray();
  }

  /** Takes these amounts for a job, in the order of {@link #resources}. */
  public void take(Candidate candidate, double[] amounts) {
    for (int pool : around[candidate.pool()]) {
      for (int resource = 0; resource < left.length; resource++) {
        pools[pool][resource].take(amounts[resource], 1);
      }
    }
  }

  public List<String> resources() {
    return resources;
  }
}
