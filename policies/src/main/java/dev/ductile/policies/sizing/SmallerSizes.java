package dev.ductile.policies.sizing;

import dev.ductile.api.Bounds;
import dev.ductile.api.Range;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.List;

/** The smaller sizes to try for a job that finds no place at its size. */
final class SmallerSizes {
  /** Up to this many tasks, a role shrinks one by one; above, by one part in {@link #PARTS}. */
  private static final int DENSE = 256;

  private static final int PARTS = 64;

  private SmallerSizes() {}

  /**
   * The smaller sizes of a job; from a size that is not one of its steps, task by task in
   * proportion to the size.
   */
  static Iterable<Size> from(Candidate candidate, Size wanted) {
    if (wanted.isNone()) {
      return List.of();
    }
    SpeedBySize speeds = candidate.speeds();
    int index = speeds.indexOf(wanted);
    return index >= 0 && speeds.size(index).equals(wanted)
        ? speeds.sizes().subList(0, index).reversed()
        : () -> steps(candidate.job().spec().bounds(), wanted).iterator();
  }

  private static List<Size> steps(Bounds bounds, Size wanted) {
    var steps = new ArrayList<Size>();
    Size last = wanted;
    Size next = below(bounds, wanted, wanted);
    while (!next.equals(last)) {
      steps.add(next);
      last = next;
      next = below(bounds, wanted, last);
    }
    return steps;
  }

  /**
   * One step down, in the role that has lost the smaller part of the wanted size; in workers if
   * both have lost the same.
   */
  private static Size below(Bounds bounds, Size wanted, Size size) {
    var fewerWorkers = new Size(below(bounds.workers(), size.workers()), size.servers());
    var fewerServers = new Size(size.workers(), below(bounds.servers(), size.servers()));
    boolean workersAreNearer =
        (long) size.workers() * wanted.servers() >= (long) size.servers() * wanted.workers();
    Size first = workersAreNearer ? fewerWorkers : fewerServers;
    Size second = workersAreNearer ? fewerServers : fewerWorkers;
    return first.equals(size) ? second : first;
  }

  private static int below(Range range, int count) {
    int stride = count <= DENSE ? 1 : count / PARTS;
    int less = range.atMost(Math.max(0, count - stride));
    return less < count ? less : count;
  }
}
