package dev.ductile.policies.smd;

import dev.ductile.api.Size;
import java.util.Optional;

/**
 * As many servers as workers, and as many of both as allowed: the equal allocation that SMD
 * compares itself with (Section V).
 */
final class EqualSize implements Sizer {
  @Override
  public Optional<Size> size(Allowance allowance) {
    if (allowance.isEmpty()) {
      return Optional.empty();
    }
    int low = allowance.workers().least();
    int high = allowance.mostWorkers(allowance.servers().least());
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (allowance.covers(at(middle, allowance))) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    Size equal = at(low, allowance);
    return Optional.of(allowance.covers(equal) ? equal : allowance.least());
  }

  /** This many of both, or the next smaller legal numbers. */
  private static Size at(int count, Allowance allowance) {
    return new Size(allowance.workers().atMost(count), allowance.servers().atMost(count));
  }
}
