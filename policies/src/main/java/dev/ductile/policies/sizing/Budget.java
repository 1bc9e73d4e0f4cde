package dev.ductile.policies.sizing;

import dev.ductile.api.Cluster;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Nodes;
import dev.ductile.api.Range;
import dev.ductile.api.Size;
import dev.ductile.api.Stock;
import java.util.Arrays;
import java.util.List;

/**
 * The resources to be divided: those of the whole cluster as one machine, less those of protected
 * jobs.
 */
public final class Budget {
  private final List<String> resources;
  private final double[] whole;
  private final Stock[] left;

  private Budget(List<String> resources, double[] whole, Stock[] left) {
    this.resources = resources;
    this.whole = whole;
    this.left = left;
  }

  static Budget of(Cluster cluster) {
    return of(FreeCapacity.of(cluster));
  }

  /** All resources of these nodes. */
  static Budget of(Nodes nodes) {
    return of(FreeCapacity.of(nodes));
  }

  private static Budget of(FreeCapacity free) {
    List<String> resources = free.nodes().columns();
    return new Budget(
        resources,
        resources.stream().mapToDouble(free.nodes().total()::amount).toArray(),
        resources.stream().map(free::stock).toArray(Stock[]::new));
  }

  /** An independent copy. */
  public Budget copy() {
    return new Budget(resources, whole, Arrays.stream(left).map(Stock::copy).toArray(Stock[]::new));
  }

  public boolean covers(Candidate candidate, Size size) {
    ResourceNeeds needs = candidate.needs();
    for (int resource = 0; resource < left.length; resource++) {
      if (!needs.isCoveredBy(left[resource], size, resource)) {
        return false;
      }
    }
    return needs.isAvailable();
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
    for (int resource = 0; resource < left.length; resource++) {
      candidate.needs().take(left[resource], size, resource);
    }
  }

  public void give(Candidate candidate, Size size) {
    for (int resource = 0; resource < left.length; resource++) {
      candidate.needs().give(left[resource], size, resource);
    }
  }

  /** The number of workers of this job that the budget covers, regardless of bounds. */
  public int workers(Candidate candidate) {
    int most = Range.LIMIT;
    for (int resource = 0; resource < left.length; resource++) {
      most = left[resource].times(candidate.needs().of(Size.workers(1), resource), most);
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
        part = Math.max(part, needed / Math.max(0, left[resource].left()));
      }
    }
    return part;
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

  /** Takes these amounts, in the order of {@link #resources}. */
  public void take(double[] amounts) {
    for (int resource = 0; resource < left.length; resource++) {
      left[resource].take(amounts[resource], 1);
    }
  }

  public List<String> resources() {
    return resources;
  }
}
