package dev.ductile.models.convergence;

import java.util.ArrayList;
import java.util.List;

/**
 * Weighs every shape by how well it explains a history. A window of time counts by the square of
 * its time, for the near past tells most of the future.
 */
final class EnsembleFit {
  /** An error of the logarithm that no shape can be blamed for. */
  private static final double NOISE = 0.03;

  /** How many independent observations a window is worth: neighbours share what shapes miss. */
  private static final double WORTH = 0.4;

  /** Shapes so much less likely than the best are left out. */
  private static final double NEGLIGIBLE = 1e-6;

  private final LossHistory history;
  private final double lift;
  private final double[] means = new double[Shapes.WINDOWS];
  private final double[] weights = new double[Shapes.WINDOWS];
  private int windows;

  EnsembleFit(LossHistory history) {
    this.history = history;
    List<LossHistory.Bucket> buckets = history.buckets();
    this.lift = lift(history, buckets);
    fill(buckets);
  }

  Ensemble ensemble() {
    var levels = new double[Shapes.count()];
    var variances = new double[Shapes.count()];
    var scores = new double[Shapes.count()];
    double best = Double.NEGATIVE_INFINITY;
    for (int shape = 0; shape < scores.length; shape++) {
      levels[shape] = level(shape);
      variances[shape] = variance(shape, levels[shape]);
      scores[shape] =
          Shapes.prior(shape)
              - WORTH * windows / 2 * StrictMath.log(variances[shape] + NOISE * NOISE);
      best = Math.max(best, scores[shape]);
    }
    double sum = 0;
    for (int shape = 0; shape < scores.length; shape++) {
      double weight = StrictMath.exp(scores[shape] - best);
      scores[shape] = weight < NEGLIGIBLE ? 0 : weight;
      sum += scores[shape];
    }
    var voices = new ArrayList<Ensemble.Voice>();
    for (int shape = 0; shape < scores.length; shape++) {
      if (scores[shape] > 0) {
        double spread = Math.max(StrictMath.sqrt(variances[shape]), 1e-9);
        double weight = scores[shape] / sum;
        voices.add(new Ensemble.Voice(Shapes.get(shape), levels[shape], spread, weight));
      }
    }
    return new Ensemble(voices, history, lift);
  }

  /** What is added to a loss before its logarithm: nothing, unless it is negative somewhere. */
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
    var counts = new double[Shapes.WINDOWS];
    for (LossHistory.Bucket bucket : buckets) {
      int window = (int) ((bucket.step() + 0.5) / seen * Shapes.WINDOWS);
      double logarithm = lift > 0 ? StrictMath.log(bucket.loss() + lift) : bucket.logarithm();
      counts[window] += bucket.losses();
      means[window] += (logarithm - means[window]) * bucket.losses() / counts[window];
    }
    double sum = 0;
    for (int window = 0; window < Shapes.WINDOWS; window++) {
      double middle = window + 0.5;
      weights[window] = counts[window] > 0 ? middle * middle : 0;
      windows += counts[window] > 0 ? 1 : 0;
      sum += weights[window];
    }
    for (int window = 0; window < Shapes.WINDOWS; window++) {
      weights[window] /= sum;
    }
  }

  /** The logarithm of the present height that suits a shape best. */
  private double level(int shape) {
    double sum = 0;
    for (int window = 0; window < Shapes.WINDOWS; window++) {
      sum += weights[window] * (means[window] - Shapes.logarithm(shape, window));
    }
    return sum;
  }

  private double variance(int shape, double level) {
    double sum = 0;
    for (int window = 0; window < Shapes.WINDOWS; window++) {
      double missed = means[window] - level - Shapes.logarithm(shape, window);
      sum += weights[window] * missed * missed;
    }
    return sum;
  }
}
