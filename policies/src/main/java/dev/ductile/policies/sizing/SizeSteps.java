package dev.ductile.policies.sizing;

import dev.ductile.api.Bounds;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.List;

/** Which of a job's legal sizes a policy looks at, from its least on. */
public enum SizeSteps {
  /** Servers as many as workers, where their range lets them follow. */
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
  /** The least servers, whatever the workers. */
  WORKERS {
    @Override
    Size after(Size size, Bounds bounds) {
      var next = new Size(bounds.workers().after(size.workers()), size.servers());
      return bounds.allows(next) ? next : size;
    }
  },
  /** The least, and from each to the least legal size of at least twice the workers. */
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

  /** Up to so many tasks of the role that grows every size is looked at. */
  private static final int DENSE = 256;

  /** Above that, a size is looked at that is larger than the last by one part in so many. */
  private static final int PARTS = 64;

  private static final int MOST = 10_000;

  /** The next larger legal size, or the size itself where there is none. */
  abstract Size after(Size size, Bounds bounds);

  /** The next size to look at, or the size itself where there is none. */
  Size next(Size size, Bounds bounds) {
    var wide = new Size(size.workers() + stride(size.workers()) - 1, size.servers());
    return after(bounds.atMost(wide), bounds);
  }

  /** By how many tasks a role of so many grows at once, so that no job takes a million steps. */
  public static int stride(int tasks) {
    return tasks < DENSE ? 1 : tasks / PARTS;
  }

  List<Size> of(Bounds bounds) {
    var rungs = new ArrayList<Size>();
    Size size = bounds.least();
    Size last = Size.NONE;
    while (!size.equals(last) && rungs.size() < MOST) {
      rungs.add(size);
      last = size;
      size = next(size, bounds);
    }
    return List.copyOf(rungs);
  }
}
