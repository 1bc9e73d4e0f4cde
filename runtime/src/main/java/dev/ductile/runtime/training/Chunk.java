package dev.ductile.runtime.training;

import java.util.Iterator;

/**
 * A cursor over the examples of a batch, a few at a time: their scores, their losses, and the sum
 * over examples to which they add. All passes over data use the same short loops, so the virtual
 * machine compiles them once, within the first pass.
 */
final class Chunk {
  private static final int MOST = 32;

  private final Iterator<Batch.Slice> slices;
  private final float[] weight;
  private final double constant;
  private final double[] scores = new double[MOST];
  private final double[] labels = new double[MOST];
  private final double[] factors = new double[MOST];
  private final double[] curvatures = new double[MOST];
  private Batch.Slice slice = Batch.Slice.NONE;
  private int from;
  private int count;
  private int place;

  /** A cursor before the examples at some indexes; a score is a constant plus a weighted sum. */
  Chunk(Batch batch, int from, int to, float[] weight, double constant) {
    this.weight = weight;
    this.constant = constant;
    slices = batch.slices(from, to).iterator();
    place = from;
  }

  /** Moves to the next examples and computes their scores; returns false if none is left. */
  boolean next() {
    from += count;
    place += count;
    if (from == slice.count()) {
      if (!slices.hasNext()) {
        return false;
      }
      slice = slices.next();
      from = 0;
    }
    count = Math.min(MOST, slice.count() - from);
    Linear.dots(slice, from, count, weight, constant, scores);
    return true;
  }

  /** Writes the scores of examples from an index of the batch on. */
  void copyScores(float[] into, int first) {
    for (int i = 0; i < count; i++) {
      into[place - first + i] = (float) scores[i];
    }
  }

  /** Computes the losses and returns their sum; the factors become the slopes. */
  double judge(Loss loss) {
    slice.labels(from, count, labels);
    return loss.judge(scores, labels, count, factors, curvatures);
  }

  /** The sum of the factors. */
  double factors() {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += factors[i];
    }
    return sum;
  }

  /** Writes the curvatures, each at its example's index in the batch. */
  void copyCurvatures(float[] into) {
    for (int i = 0; i < count; i++) {
      into[place + i] = (float) curvatures[i];
    }
  }

  /**
   * The factors become the scores times the curvatures at the examples' indexes in the batch.
   *
   * @return the sum of the factors times the scores
   */
  double bend(float[] curvature) {
    double product = 0;
    for (int i = 0; i < count; i++) {
      factors[i] = curvature[place + i] * scores[i];
      product += factors[i] * scores[i];
    }
    return product;
  }

  /** Adds each example, times its factor. */
  void addTo(float[] sum) {
    Linear.add(slice, from, count, factors, sum);
  }

  /** Adds the squares of each example's values. */
  void addSquaresTo(float[] sum) {
    Linear.addSquares(slice, from, count, sum);
  }
}
