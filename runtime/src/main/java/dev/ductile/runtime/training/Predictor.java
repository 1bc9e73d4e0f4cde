package dev.ductile.runtime.training;

/** A model that also computes the scores on which its loss depends. */
public interface Predictor extends Model {
  /** Scores per example: 1, or one per class. */
  int outputs();

  /**
   * The scores of some examples, one example behind the other.
   *
   * @param from the first example's index in the batch
   * @param to behind the last
   * @param into {@link #outputs} elements for each of these examples
   */
  void scores(Batch batch, int from, int to, Parameters parameters, float[] into);
}
