package dev.ductile.models.convergence;

import java.util.List;
import java.util.Optional;

/**
 * Fits an {@link InverseCurve} to a history as Optimus does. Outliers become the mean of their
 * neighbours, and losses are divided by the largest. For each b2 of a grid that is refined around
 * the best, b0 and b1 are a non-negative least-squares fit to 1 / (loss - b2).
 */
public final class InverseFit {
  private static final int FEWEST = 3;
  private static final int NEIGHBOURS = 5;
  private static final int FLOORS = 50;
  private static final int ROUNDS = 4;

  /** The closest that a floor may come to the least loss, in decades of that loss. */
  private static final double CLOSEST = 5;

  private InverseFit() {}

  /** The best curve; empty for fewer than three losses, or if the loss does not fall. */
  public static Optional<InverseCurve> fit(LossHistory history) {
    List<LossHistory.Bucket> buckets = history.buckets();
    if (buckets.size() < FEWEST || history.least() < 0) {
      return Optional.empty();
    }
    double[] steps = buckets.stream().mapToDouble(LossHistory.Bucket::step).toArray();
    double[] losses =
        withoutOutliers(buckets.stream().mapToDouble(LossHistory.Bucket::loss).toArray());
    double most = 0;
    double least = Double.POSITIVE_INFINITY;
    for (double loss : losses) {
      most = Math.max(most, loss);
      least = Math.min(least, loss);
    }
    return most > 0 ? fit(steps, losses, most, least) : Optional.empty();
  }

  /**
   * Tries floors ever closer to the least loss, then refines around the best. Near the floor the
   * reciprocal is so steep that an even grid would miss the best one.
   */
  private static Optional<InverseCurve> fit(
      double[] steps, double[] losses, double most, double least) {
    Optional<InverseCurve> best = Optional.empty();
    double error = Double.POSITIVE_INFINITY;
    double closest = 0;
    double low = 0;
    double high = CLOSEST;
    for (int round = 0; round < ROUNDS; round++) {
      double width = (high - low) / FLOORS;
      for (int i = 0; i <= FLOORS; i++) {
        double decades = low + i * width;
        double floor = least * (1 - StrictMath.pow(10, -decades));
        Optional<InverseCurve> candidate = above(floor, steps, losses, most);
        double missed = candidate.map(curve -> error(curve, steps, losses)).orElse(error);
        if (missed < error) {
          best = candidate;
          error = missed;
          closest = decades;
        }
      }
      low = Math.max(0, closest - width);
      high = Math.min(CLOSEST, closest + width);
    }
    return best;
  }

  /** The curve with the given b2, if b0 and b1 can be found for it. */
  private static Optional<InverseCurve> above(
      double floor, double[] steps, double[] losses, double most) {
    double furthest = Math.max(1, steps[steps.length - 1]);
    double xx = 0;
    double x = 0;
    double xy = 0;
    double y = 0;
    for (int i = 0; i < steps.length; i++) {
      double position = steps[i] / furthest;
      double inverse = most / (losses[i] - floor);
      xx += position * position;
      x += position;
      xy += position * inverse;
      y += inverse;
    }
    int n = steps.length;
    double slope = (n * xy - x * y) / (n * xx - x * x);
    double start = (y - slope * x) / n;
    if (start < 0) {
      start = 0;
      slope = xy / xx;
    }
    double b0 = slope / furthest / most;
    double b1 = start / most;
    boolean falls = b0 > 0 && b0 + b1 < Double.POSITIVE_INFINITY;
    return falls ? Optional.of(new InverseCurve(b0, b1, floor)) : Optional.empty();
  }

  private static double error(InverseCurve curve, double[] steps, double[] losses) {
    double sum = 0;
    for (int i = 0; i < steps.length; i++) {
      double missed = curve.loss(steps[i]) - losses[i];
      sum += missed * missed;
    }
    return sum;
  }

  /**
   * The losses without outliers: a loss beyond all its neighbours becomes their mean. The first and
   * the last stay.
   */
  private static double[] withoutOutliers(double[] losses) {
    double[] withoutOutliers = losses.clone();
    for (int i = 1; i < losses.length - 1; i++) {
      double most = Double.NEGATIVE_INFINITY;
      double least = Double.POSITIVE_INFINITY;
      double sum = 0;
      int first = Math.max(0, i - NEIGHBOURS);
      int last = Math.min(losses.length - 1, i + NEIGHBOURS);
      for (int j = first; j <= last; j++) {
        if (j != i) {
          most = Math.max(most, losses[j]);
          least = Math.min(least, losses[j]);
          sum += losses[j];
        }
      }
      if (losses[i] > most || losses[i] < least) {
        withoutOutliers[i] = sum / (last - first);
      }
    }
    return withoutOutliers;
  }
}
