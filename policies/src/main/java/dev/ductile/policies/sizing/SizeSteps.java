package dev.ductile.policies.sizing;

import dev.ductile.api.Bounds;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.List;

/** Chooses the legal sizes of a job that a policy considers, from its least size on. */
public enum SizeSteps {
  /** As many servers as workers, if their range allows it. */
  FOLLOWING {
    @Override
    Size after(Size size, Bounds bounds) {
      return bounds.after(size);
    }

    @Override
    Size next(Size size, Bounds bounds) {
      if (bounds.workers().after(size.workers()) > size.workers()) {
        return super.next(size, bounds);
      }
      var wide = new Size(size.workers(), size.servers() + stride(size.servers()) - 1);
      return after(bounds.atMost(wide), bounds);
    }
  },
  /** Any number of workers, with the least number of servers. */
  WORKERS {
    @Override
    Size after(Size size, Bounds bounds) {
      var next = new Size(bounds.workers().after(size.workers()), size.servers());
      return bounds.allows(next) ? next : size;
    }
  },
  /** The least size, and after each size the least legal one of at least twice the workers. */
  DOUBLING {
    @Override
    Size after(Size size, Bounds bounds) {
      int twice = 2 * size.workers();
      Size next = bounds.after(new Size(twice - 1, size.servers()));
      return next.workers() >= twice ? next : size;
    }

    @Override
    Size next(Size size, Bounds bounds) {
      return after(size, bounds);
    }
  };

  /** Up to this many tasks of the growing role, every size is considered. */
  private static final int DENSE = 256;

  /** Above that, each size is larger than the last by one part in this many. */
  private static final int PARTS = 64;

  private static final int MOST = 10_000;

  /** The next larger legal size, or the size itself if there is none. */
  abstract Size after(Size size, Bounds bounds);

  /** The next size, or the size itself if there is none. */
  Size next(Size size, Bounds bounds) {
    var wide = new Size(size.workers() + stride(size.workers()) - 1, size.servers());
    return after(bounds.atMost(wide), bounds);
  }

  /**
   * The number of tasks by which a role of this size grows at once; it keeps the steps of a large
   * job few.
   */
  public static int stride(int tasks) {
    return tasks < DENSE ? 1 : tasks / PARTS;
  }

  List<Size> of(Bounds bounds) {
    var steps = new ArrayList<Size>();
    Size size = bounds.least();
    Size last = Size.NONE;
    while (!size.equals(last) && steps.size() < MOST) {
      steps.add(size);
      last = size;
      size = next(size, bounds);
    }
    return List.copyOf(steps);
  }
}
