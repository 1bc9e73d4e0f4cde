package dev.ductile.contracts;

import dev.ductile.api.Bounds;
import dev.ductile.api.Job;
import dev.ductile.api.Range;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.List;

/** The legal sizes of bounds, and the steps between them that policies consider. */
final class LegalSizes {
  /** The most sizes of one role that are considered. */
  private static final int MOST = 10_000;

  private static final int DENSE = 256;
  private static final int PARTS = 64;

  private LegalSizes() {}

  /** The considered counts of a role. */
  static List<Integer> counts(Range range, int most) {
    var counts = new ArrayList<Integer>();
    int count = range.least();
    while (count <= most && counts.size() < MOST) {
      counts.add(count);
      int next = after(range, count);
      if (next == count) {
        break;
      }
      count = next;
    }
    return counts;
  }

  /** The next considered count: a 64th more for large counts, else one more. */
  static int after(Range range, int count) {
    int stride = count < DENSE ? 1 : count / PARTS;
    return range.after(Math.max(count, range.atMost(count + stride - 1)));
  }

  /** The sizes with the least number of servers. */
  static List<Size> byWorkers(Job job) {
    Bounds bounds = job.spec().bounds();
    return counts(bounds.workers(), bounds.workers().most()).stream()
        .map(workers -> new Size(workers, bounds.servers().least()))
        .toList();
  }

  /** The least size, then each time the least legal size with at least twice the workers. */
  static List<Size> doubling(Job job) {
    Bounds bounds = job.spec().bounds();
    var sizes = new ArrayList<Size>();
    Size size = bounds.least();
    int twice = 0;
    while (size.workers() >= twice && sizes.size() < MOST) {
      sizes.add(size);
      twice = 2 * size.workers();
      size = bounds.after(new Size(twice - 1, size.servers()));
    }
    return sizes;
  }

  static boolean isWithin(Size size, Size other) {
    return size.workers() <= other.workers() && size.servers() <= other.servers();
  }
}
