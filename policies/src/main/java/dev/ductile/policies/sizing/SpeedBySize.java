package dev.ductile.policies.sizing;

import dev.ductile.api.Job;
import dev.ductile.api.Size;
import java.util.Arrays;
import java.util.List;

/**
 * The sizes of a job, the least first, with the speed at each. The speed at a size is computed
 * once, when it is first read.
 */
public final class SpeedBySize {
  private final Job example;
  private final List<Size> sizes;
  private final double[] speeds;

  SpeedBySize(Job example, SizeSteps steps) {
    this.example = example;
    this.sizes = steps.of(example.spec().bounds());
    this.speeds = new double[sizes.size()];
    Arrays.fill(speeds, Double.NaN);
  }

  /** The number of sizes: at least one. */
  public int count() {
    return sizes.size();
  }

  public Size size(int index) {
    return sizes.get(index);
  }

  public List<Size> sizes() {
    return sizes;
  }

  public double stepsPerSecond(int index) {
    if (Double.isNaN(speeds[index])) {
      speeds[index] = example.speedAt(sizes.get(index));
    }
    return speeds[index];
  }

  /** The speed at any size; computed at every call. */
  public double stepsPerSecond(Size size) {
    return example.speedAt(size);
  }

  /**
   * The index of the largest size that is at most this one in both roles; -1 if even the least is
   * larger.
   */
  public int indexOf(Size size) {
    int low = 0;
    int high = sizes.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      Size other = sizes.get(middle);
      if (other.workers() <= size.workers() && other.servers() <= size.servers()) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return high;
  }
}
