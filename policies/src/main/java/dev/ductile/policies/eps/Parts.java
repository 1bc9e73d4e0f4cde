package dev.ductile.policies.eps;

import dev.ductile.api.Demand;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import java.util.Map;

/**
 * The free resources, divided into whole workers and whole servers in the ratio of a size. The
 * cluster counts as one machine. If more is reserved than free, both numbers are negative.
 */
record Parts(int workers, int servers) {
  private static final double ROUNDING = 1e-9;

  /**
   * Divides the free resources in the ratio of a size. If a worker and a server need the same, this
   * need is a unit, and whole units are divided; otherwise the size is scaled to the free
   * resources.
   *
   * @param reserved units that stay free; a unit is a worker if servers have another need
   */
  static Parts of(FreeCapacity free, Demand demand, Size ratio, int reserved) {
    double times =
        ratio.servers() == 0 || demand.worker().equals(demand.server())
            ? (units(free, demand.worker()) - reserved) / ratio.tasks()
            : times(free, demand.worker().times(reserved), demand.of(ratio));
    return of(times, ratio);
  }

  /** The size times a factor, in whole tasks. */
  static Parts of(double times, Size ratio) {
    return new Parts(whole(times * ratio.workers()), whole(times * ratio.servers()));
  }

  /** How often {@code each} fits into the free resources less {@code reserved}. */
  static double times(FreeCapacity free, Resources reserved, Resources each) {
    double times = Double.POSITIVE_INFINITY;
    for (Map.Entry<String, Double> need : each.amounts().entrySet()) {
      String name = need.getKey();
      times = Math.min(times, (free.left(name) - reserved.amount(name)) / need.getValue());
    }
    return times;
  }

  boolean cover(Size size) {
    return workers >= size.workers() && servers >= size.servers();
  }

  /** The tasks of the size beyond these parts. */
  Size missing(Size size) {
    return new Size(Math.max(0, size.workers() - workers), Math.max(0, size.servers() - servers));
  }

  private static double units(FreeCapacity free, Resources unit) {
    int units = Range.LIMIT;
    for (Map.Entry<String, Double> need : unit.amounts().entrySet()) {
      units = Resources.times(free.left(need.getKey()), need.getValue(), units);
    }
    return units;
  }

  /** Whole tasks; {@link Role#MANY} at most. */
  static int whole(double tasks) {
    return (int) Math.min(Role.MANY, Math.floor(tasks + ROUNDING));
  }
}
