package dev.ductile.models.convergence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A summary of a job's losses in constant memory.
 *
 * <p>The steps so far are divided into buckets of equal width. When the buckets are full, every two
 * neighbours are merged. A job that restarts from a checkpoint reports some steps again; these
 * count twice. Losses that are not finite are left out.
 */
public final class LossHistory {
  /** The largest step that is accepted; a larger one is probably a mistake. */
  public static final long LAST_STEP = 1_000_000_000_000_000L;

  private static final int BUCKETS = 512;
  private static final int RECENT = 25;
  private static final double TINY = 1e-300;

  private final int[] counts = new int[BUCKETS];
  private final double[] means = new double[BUCKETS];
  private final double[] logarithms = new double[BUCKETS];
  private final double[] recent = new double[RECENT];

  private long width = 1;
  private long lastStep = -1;
  private long losses;
  private long broken;
  private double least = Double.POSITIVE_INFINITY;
  private double leastPositive = Double.POSITIVE_INFINITY;

  /**
   * A bucket of neighbouring steps.
   *
   * @param step their middle
   * @param loss their mean
   * @param logarithm the mean of the logarithms of the losses, which is less sensitive to noise and
   *     spikes
   * @param losses the number of reported losses
   */
  public record Bucket(double step, double loss, double logarithm, int losses) {}

  /** Adds a reported loss, in the order of the reports. */
  public void add(long step, double loss) {
    if (step < 0 || step > LAST_STEP) {
      throw new IllegalArgumentException(
          "a step must be between 0 and %d, not %d".formatted(LAST_STEP, step));
    }
    while (step / width >= BUCKETS) {
      halve();
    }
    lastStep = Math.max(lastStep, step);
    if (!Double.isFinite(loss)) {
      broken++;
      return;
    }
    broken = 0;
    recent[(int) (losses++ % RECENT)] = loss;
    least = Math.min(least, loss);
    if (loss > 0) {
      leastPositive = Math.min(leastPositive, loss);
    }
    put((int) (step / width), loss);
  }

  /** The largest reported step; 0 before the first. */
  public long lastStep() {
    return Math.max(0, lastStep);
  }

  /** The number of finite losses. */
  public long losses() {
    return losses;
  }

  /** Whether the newest losses are not finite. */
  public boolean hasDiverged() {
    return broken > 0;
  }

  /** The least loss of any step. */
  public double least() {
    return least;
  }

  /** The number of losses in the smoothed loss: a quarter of them, at most 25. */
  public int smoothing() {
    return Math.clamp((losses + 3) / 4, 1, RECENT);
  }

  /** The mean of the last losses; not a number before the first. */
  public double smoothed() {
    int count = smoothing();
    double sum = 0;
    for (long i = Math.max(0, losses - count); i < losses; i++) {
      sum += recent[(int) (i % RECENT)] / count;
    }
    return losses == 0 ? Double.NaN : sum;
  }

  /** The delay of the smoothed loss, in steps. */
  double lag() {
    return losses == 0 ? 0 : (smoothing() - 1) / 2.0 * (lastStep + 1) / losses;
  }

  /** The buckets in the order of steps. */
  public List<Bucket> buckets() {
    var buckets = new ArrayList<Bucket>();
    for (int i = 0; i < BUCKETS; i++) {
      if (counts[i] > 0) {
        double last = Math.min((i + 1) * width - 1, lastStep);
        buckets.add(new Bucket((i * width + last) / 2, means[i], logarithms[i], counts[i]));
      }
    }
    return List.copyOf(buckets);
  }

  private void put(int bucket, double loss) {
    int count = Math.min(counts[bucket] + 1, Integer.MAX_VALUE - 1);
    counts[bucket] = count;
    means[bucket] += (loss - means[bucket]) / count;
    double logarithm = StrictMath.log(loss > 0 ? loss : Math.clamp(leastPositive, TINY, 1));
    logarithms[bucket] += (logarithm - logarithms[bucket]) / count;
  }

  private void halve() {
    for (int i = 0; i < BUCKETS / 2; i++) {
      int left = 2 * i;
      int right = left + 1;
      int count = (int) Math.min((long) counts[left] + counts[right], Integer.MAX_VALUE - 1);
      double share = count == 0 ? 0 : (double) counts[right] / count;
      counts[i] = count;
      means[i] = means[left] + (means[right] - means[left]) * share;
      logarithms[i] = logarithms[left] + (logarithms[right] - logarithms[left]) * share;
    }
    Arrays.fill(counts, BUCKETS / 2, BUCKETS, 0);
    Arrays.fill(means, BUCKETS / 2, BUCKETS, 0);
    Arrays.fill(logarithms, BUCKETS / 2, BUCKETS, 0);
    width *= 2;
  }
}
