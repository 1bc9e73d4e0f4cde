package dev.ductile.policies.sizing;

import dev.ductile.api.Job;
import dev.ductile.api.Size;
import java.util.Arrays;
import java.util.List;

/**
 * The sizes of a job, the least first, and how fast it trains at each, side by side. A speed is
 * asked once for each size, when somebody first wants to know.
 */
public final class SpeedBySize {
  private final Job example;
  private final List<Size> sizes;
  private final double[] speeds;

  SpeedBySize(Job example, SizeSteps rungs) {
    this.example = example;
    this.sizes = rungs.of(example.spec().bounds());
    this.speeds = new double[sizes.size()];
    Arrays.fill(speeds, Double.NaN);
  }

  /** How many sizes there are: at least one. */
  public int count() {
    return sizes.size();
  }

  public Size size(int rung) {
    return sizes.get(rung);
  }

  public List<Size> sizes() {
    return sizes;
  }

  public double stepsPerSecond(int rung) {
    if (Double.isNaN(speeds[rung])) {
      speeds[rung] = example.speedAt(sizes.get(rung));
    }
    return speeds[rung];
  }

  /** How fast it trains at a size that need not be a rung; asked every time. */
  public double stepsPerSecond(Size size) {
    return example.speedAt(size);
  }

  /** The highest rung of at most this size in both roles; -1 where even the least is larger. */
  public int rungOf(Size size) {
    int low = 0;
    int high = sizes.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      Size rung = sizes.get(middle);
      if (rung.workers() <= size.workers() && rung.servers() <= size.servers()) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return high;
  }
}
