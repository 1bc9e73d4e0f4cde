package dev.ductile.policies.eps;

import dev.ductile.api.Demand;
import dev.ductile.api.Free;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import java.util.Map;

/**
 * What is free, divided into a part for workers and a part for servers in the ratio of a size; each
 * part is rounded down to whole tasks. The cluster counts as one machine. Where more is spoken for
 * than there is, both are negative.
 */
record Parts(int workers, int servers) {
  private static final double ROUNDING = 1e-9;

  /**
   * Where a worker and a server need the same, that is a unit, and whole units are divided;
   * elsewhere the size goes so many times, and parts of times, into what is free.
   *
   * @param reserved units (workers, where servers need something else) that are not to be divided
   */
  static Parts of(Free free, Demand demand, Size ratio, int reserved) {
    double times =
        ratio.servers() == 0 || demand.worker().equals(demand.server())
            ? (units(free, demand.worker()) - reserved) / ratio.tasks()
            : times(free, demand.worker().times(reserved), demand.of(ratio));
    return of(times, ratio);
  }

  /** So many times the size, in whole tasks. */
  static Parts of(double times, Size ratio) {
    return new Parts(whole(times * ratio.workers()), whole(times * ratio.servers()));
  }

  /** How many times {@code each} goes into what is left when {@code reserved} is taken away. */
  static double times(Free free, Resources reserved, Resources each) {
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

  /** What the size has more of. */
  Size missing(Size size) {
    return new Size(Math.max(0, size.workers() - workers), Math.max(0, size.servers() - servers));
  }

  private static double units(Free free, Resources unit) {
    int units = Range.LIMIT;
    for (Map.Entry<String, Double> need : unit.amounts().entrySet()) {
      units = Resources.times(free.left(need.getKey()), need.getValue(), units);
    }
    return units;
  }

  /** Whole tasks; more than any job may have are many. */
  static int whole(double tasks) {
    return (int) Math.min(Role.MANY, Math.floor(tasks + ROUNDING));
  }
}
