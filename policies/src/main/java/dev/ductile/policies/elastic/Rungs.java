package dev.ductile.policies.elastic;

import dev.ductile.api.Bounds;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.List;

/** Which of a job's legal sizes a policy looks at, from its least on. */
public enum Rungs {
  /** Servers as many as workers, where their range lets them follow. */
  FOLLOWING {
    @Override
    Size after(Size size, Bounds bounds) {
      return bounds.after(size);
    }
  },
  /** The least servers, whatever the workers. */
  WORKERS {
    @Override
    Size after(Size size, Bounds bounds) {
      return new Size(bounds.workers().after(size.workers()), size.servers());
    }
  };

  /** Up to so many workers every size is looked at. */
  private static final int DENSE = 256;

  /** Above that, a size is looked at that is larger than the last by one part in so many. */
  private static final int PARTS = 64;

  private static final int MOST = 10_000;

  /** The next larger legal size, or the size itself where there is none. */
  abstract Size after(Size size, Bounds bounds);

  List<Size> of(Bounds bounds) {
    var rungs = new ArrayList<Size>();
    Size size = bounds.least();
    Size last = Size.NONE;
    while (!size.equals(last) && rungs.size() < MOST) {
      rungs.add(size);
      last = size;
      int stride = size.workers() < DENSE ? 1 : size.workers() / PARTS;
      var wide = new Size(size.workers() + stride - 1, size.servers());
      size = after(bounds.atMost(wide), bounds);
    }
    return List.copyOf(rungs);
  }
}
