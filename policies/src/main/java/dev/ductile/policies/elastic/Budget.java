package dev.ductile.policies.elastic;

import dev.ductile.api.Cluster;
import dev.ductile.api.Free;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import java.util.List;

/**
 * What is to be divided: the resources of the whole cluster as if it were one machine, but for what
 * protected jobs hold.
 */
public final class Budget {
  private static final double ROUNDING = 1e-9;

  private final List<String> resources;
  private final double[] left;

  private Budget(List<String> resources, double[] left) {
    this.resources = resources;
    this.left = left;
  }

  static Budget of(Cluster cluster) {
    Resources all = Free.of(cluster).left();
    List<String> resources = cluster.nodes().columns();
    return new Budget(resources, resources.stream().mapToDouble(all::amount).toArray());
  }

  /** The same amounts, to be taken from without this one's knowing. */
  public Budget copy() {
    return new Budget(resources, left.clone());
  }

  public boolean covers(Contender contender, Size size) {
    Price price = contender.price();
    for (int resource = 0; resource < left.length; resource++) {
      double needed = price.of(size, resource);
      if (needed > left[resource] + ROUNDING * Math.max(1, needed)) {
        return false;
      }
    }
    return price.isPayable();
  }

  /** The highest rung there is enough for; -1 where there is not enough for the least. */
  public int most(Contender contender) {
    int low = 0;
    int high = contender.ladder().count() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (covers(contender, contender.size(middle))) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return high;
  }

  public void take(Contender contender, Size size) {
    for (int resource = 0; resource < left.length; resource++) {
      left[resource] -= contender.price().of(size, resource);
    }
  }

  public void give(Contender contender, Size size) {
    for (int resource = 0; resource < left.length; resource++) {
      left[resource] += contender.price().of(size, resource);
    }
  }

  /** What is left of a resource; nothing where the cluster has none. */
  public double left(String resource) {
    int column = resources.indexOf(resource);
    return column < 0 ? 0 : left[column];
  }

  /** What is left of every resource, in the order of {@link #resources}. */
  public double[] left() {
    return left.clone();
  }

  /** Takes amounts that are not those of a size, in the order of {@link #resources}. */
  public void take(double[] amounts) {
    for (int resource = 0; resource < left.length; resource++) {
      left[resource] -= amounts[resource];
    }
  }

  public List<String> resources() {
    return resources;
  }
}
