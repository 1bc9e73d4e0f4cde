package dev.ductile.runtime.training;

/**
 * A convex model with one score for an example, whose loss has a second derivative by the score:
 * the <i>curvature</i> of the example. Arrays of curvatures have one element for each index of the
 * batch.
 */
interface Smooth extends Model {
  /** Does the work of {@link #accumulate}, and writes the curvatures. */
  double bend(
      Batch batch, int from, int to, Parameters parameters, Gradient gradient, float[] curvature);

  /** Writes the curvatures alone. */
  void curve(Batch batch, int from, int to, Parameters parameters, float[] curvature);

  /**
   * Adds the Hessian of the losses times a direction.
   *
   * @return the direction times that product
   */
  double multiply(
      Batch batch, int from, int to, Parameters direction, Gradient gradient, float[] curvature);

  /**
   * Adds the squares of each feature's values.
   *
   * @return the sum of the losses
   */
  double square(Batch batch, int from, int to, Parameters parameters, Gradient gradient);
}
