package dev.ductile.api;

import java.util.Map;
import java.util.function.IntFunction;

/**
 * What each task of a job needs, and the most that the whole job may take and be charged for
 * ({@code limit}; a resource that it does not name has no limit).
 */
public record Demand(Resources worker, Resources server, Resources limit) {
  /** Nothing, without a limit. */
  public static final Demand NONE = new Demand(Resources.NONE, Resources.NONE, Resources.NONE);

  public static Demand perWorker(Resources worker) {
    return new Demand(worker, Resources.NONE, Resources.NONE);
  }

  public Resources of(Size size) {
    if (size.servers() == 0) {
      return size.workers() == 1 ? worker : worker.times(size.workers());
    }
    return worker.times(size.workers()).plus(server.times(size.servers()));
  }

  /** Whether tasks of this size take no more than the limit of any resource. */
  public boolean isWithinLimit(Size size) {
    for (Map.Entry<String, Double> most : limit.amounts().entrySet()) {
      String name = most.getKey();
      var left = new ExactSum(most.getValue(), 0);
      left.add(worker.amount(name), -size.workers());
      left.add(server.amount(name), -size.servers());
      if (left.value() < -Resources.rounding(most.getValue())) {
        return false;
      }
    }
    return true;
  }

  /** The most workers within the limit beside the servers of a size; -1 where there is none. */
  int mostWorkers(Size size) {
    return most(size.workers(), workers -> new Size(workers, size.servers()));
  }

  /** The most servers within the limit beside the workers of a size; -1 where there is none. */
  int mostServers(Size size) {
    return most(size.servers(), servers -> new Size(size.workers(), servers));
  }

  private int most(int wanted, IntFunction<Size> sizes) {
    int low = -1;
    int high = wanted;
    while (low < high) {
      int middle = (int) ((low + (long) high + 1) / 2);
      if (isWithinLimit(sizes.apply(middle))) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** What service is counted in: GPUs, or workers where a job uses none. */
  public double devices(Size size) {
    double gpus =
        size.workers() * worker.amount(Resources.GPU)
            + size.servers() * server.amount(Resources.GPU);
    return gpus > 0 ? gpus : size.workers();
  }
}
