package dev.ductile.models.convergence;

import java.util.ArrayList;
import java.util.List;

/**
 * Computes the weight of each shape for a history. A window counts by the square of its time,
 * because the recent past predicts the future best.
 */
final class EnsembleFit {
  /** The error of a logarithm that every shape may have. */
  private static final double NOISE = 0.03;

  /**
   * The number of independent observations per window; below 1, because errors of neighbouring
   * windows are correlated.
   */
  private static final double WORTH = 0.4;

  /** The least probability of a shape relative to the best one; others are left out. */
  private static final double NEGLIGIBLE = 1e-6;

  private final LossHistory history;
  private final double lift;
  private final double[] means = new double[CurveShapes.WINDOWS];
  private final double[] weights = new double[CurveShapes.WINDOWS];
  private int windows;

  EnsembleFit(LossHistory history) {
    this.history = history;
    List<LossHistory.Bucket> buckets = history.buckets();
    this.lift = lift(history, buckets);
    fill(buckets);
  }

  Ensemble ensemble() {
    var levels = new double[CurveShapes.count()];
    var variances = new double[CurveShapes.count()];
    var scores = new double[CurveShapes.count()];
    double best = Double.NEGATIVE_INFINITY;
    for (int shape = 0; shape < scores.length; shape++) {
      levels[shape] = level(shape);
      variances[shape] = variance(shape, levels[shape]);
      scores[shape] =
          CurveShapes.prior(shape)
              - WORTH * windows / 2 * StrictMath.log(variances[shape] + NOISE * NOISE);
      best = Math.max(best, scores[shape]);
    }
    double sum = 0;
    for (int shape = 0; shape < scores.length; shape++) {
      double weight = StrictMath.exp(scores[shape] - best);
      scores[shape] = weight < NEGLIGIBLE ? 0 : weight;
      sum += scores[shape];
    }
    var shapes = new ArrayList<Ensemble.WeightedShape>();
    for (int shape = 0; shape < scores.length; shape++) {
      if (scores[shape] > 0) {
        double spread = Math.max(StrictMath.sqrt(variances[shape]), 1e-9);
        double weight = scores[shape] / sum;
        shapes.add(
            new Ensemble.WeightedShape(CurveShapes.get(shape), levels[shape], spread, weight));
      }
    }
    return new Ensemble(shapes, history, lift);
  }

  /** The amount added to each loss before its logarithm; 0 unless some loss is negative. */
  private static double lift(LossHistory history, List<LossHistory.Bucket> buckets) {
    if (history.least() >= 0) {
      return 0;
    }
    double most = buckets.stream().mapToDouble(LossHistory.Bucket::loss).max().orElse(0);
    double range = most - history.least();
    return 0.1 * (range > 0 ? range : 1) - history.least();
  }

  private void fill(List<LossHistory.Bucket> buckets) {
    double seen = history.lastStep() + 1.0;
    var counts = new double[CurveShapes.WINDOWS];
    for (LossHistory.Bucket bucket : buckets) {
      int window = (int) ((bucket.step() + 0.5) / seen * CurveShapes.WINDOWS);
      double logarithm = lift > 0 ? StrictMath.log(bucket.loss() + lift) : bucket.logarithm();
      counts[window] += bucket.losses();
      means[window] += (logarithm - means[window]) * bucket.losses() / counts[window];
    }
    double sum = 0;
    for (int window = 0; window < CurveShapes.WINDOWS; window++) {
      double middle = window + 0.5;
      weights[window] = counts[window] > 0 ? middle * middle : 0;
      windows += counts[window] > 0 ? 1 : 0;
      sum += weights[window];
    }
    for (int window = 0; window < CurveShapes.WINDOWS; window++) {
      weights[window] /= sum;
    }
  }

  /** The logarithm of the present height with the least error for a shape. */
  private double level(int shape) {
    double sum = 0;
    for (int window = 0; window < CurveShapes.WINDOWS; window++) {
      sum += weights[window] * (means[window] - CurveShapes.logarithm(shape, window));
    }
    return sum;
  }

  private double variance(int shape, double level) {
    double sum = 0;
    for (int window = 0; window < CurveShapes.WINDOWS; window++) {
      double missed = means[window] - level - CurveShapes.logarithm(shape, window);
      sum += weights[window] * missed * missed;
    }
    return sum;
  }
}
