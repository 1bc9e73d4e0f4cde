package dev.ductile.contracts;

import dev.ductile.api.Bounds;
import dev.ductile.api.Job;
import dev.ductile.api.Range;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.List;

/** The sizes that bounds allow, and the steps between them that policies look at. */
final class LegalSizes {
  /** So many sizes of one role are looked at. */
  private static final int MOST = 10_000;

  private static final int DENSE = 256;
  private static final int PARTS = 64;

  private LegalSizes() {}

  /** All counts of a role up to the most, in steps. */
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

  /** The next larger count that is looked at: of many tasks a 64th more, else one. */
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

  /** The least size, and from each the least legal one of at least twice the workers. */
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
