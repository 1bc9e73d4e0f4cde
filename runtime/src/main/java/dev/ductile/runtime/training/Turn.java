package dev.ductile.runtime.training;

import dev.ductile.runtime.training.NewtonProgress.Phase;
import java.util.List;

/**
 * The action of a step of the truncated Newton method on all partitions alike, decided from a few
 * figures that all holders know: the result is the same everywhere.
 *
 * <p>The method is Newton's with conjugate gradients (Nash and Sofer, "Assessing a Search Direction
 * within a Truncated-Newton Method", Operations Research Letters 1990), arranged so that each
 * product needs one exchange of scalars only (Chronopoulos and Gear, "s-Step Iterative Methods for
 * Symmetric Linear Systems", J. Comp. Appl. Math. 1989, Section 2).
 *
 * @param weight the mean second derivative by which squares precondition
 * @param by the length of a step, or the share of the way to the trial point that is kept
 * @param carried the share of the previous direction in the next one
 */
record Turn(Act act, float weight, float by, float carried, NewtonProgress next) {
  /** Products for one accepted point. */
  private static final int MOST_PRODUCTS = 100;

  /** Trial points for one accepted point. */
  private static final int MOST_TRIALS = 30;

  /** A product that adds less than this share of the mean gain is the last. */
  private static final double WORTH = 0.5;

  /** The share of the predicted decrease that is enough (Armijo). */
  private static final double ENOUGH = 1e-4;

  /** Objectives that differ by less are equal, as they are summed in floats. */
  private static final double ROUNDING = 1e-6;

  /** The most by which a solution of the quadratic model is lengthened. */
  private static final double LONGEST = 2;

  /** A smaller share of the objective is too near the minimum for stretching. */
  private static final double NEAR = 1e-3;

  /** The change of the vectors. */
  enum Act {
    SQUARES,
    ACCEPT,
    SHRINK,
    ADVANCE,
    REST
  }

  /**
   * Decides.
   *
   * @param figures in the order of {@link NewtonFigures}
   * @param scale one divided by the number of examples
   * @param l2 the weight of the squares
   * @param stretch the factor by which the first trial point is further away than in the quadratic
   *     model; 1 if no point is to be
   */
  static Turn of(List<Double> figures, float scale, double l2, float stretch) {
    NewtonProgress before = NewtonFigures.progress(figures);
    double square = figures.get(NewtonFigures.SQUARE);
    double loss = figures.get(NewtonFigures.LOSS) * scale;
    return switch (before.phase()) {
      case SQUARES -> new Turn(Act.SQUARES, 0, 0, 0, before.measured((float) loss, stretch));
      case GRADIENT -> {
        double weight = figures.get(NewtonFigures.WEIGHT) * scale;
        yield evaluated(before, loss, loss + l2 * square / 2, (float) weight, stretch > 1);
      }
      case PRODUCT ->
          multiplied(
              before,
              figures.get(NewtonFigures.RESIDUAL),
              figures.get(NewtonFigures.CURVATURE) * scale + l2 * square);
    };
  }

  private static Turn evaluated(
      NewtonProgress before, double loss, double objective, float weight, boolean stretches) {
    double most =
        before.objective() + ENOUGH * before.slope() + ROUNDING * Math.abs(before.objective());
    if (objective <= most) {
      float stretch = stretches ? stretch(before, objective) : 1;
      NewtonProgress next = before.accept((float) objective, (float) loss, weight, stretch);
      return new Turn(Act.ACCEPT, weight, 0, 0, next);
    }
    double above = objective - before.objective() - before.slope();
    float by = (float) Math.clamp(-before.slope() / (2 * above), 0.1, 0.5);
    if (before.shrunk() >= MOST_TRIALS || !(by > 0)) {
      by = 0;
    }
    return new Turn(Act.SHRINK, 0, by, 0, before.shrink(by));
  }

  /**
   * Halfway from 1 to the best end of the step: the minimum of the parabola through both objectives
   * with the slope at the first. Curvature often falls on the way to the minimum, and steps are too
   * short then.
   */
  private static float stretch(NewtonProgress before, double objective) {
    if (before.accepted() == 0) {
      return before.stretch();
    }
    if (before.shrunk() > 0 || -before.slope() < NEAR * Math.abs(objective)) {
      return 1;
    }
    double above = objective - before.objective() - before.slope();
    double best = before.stretch() * -before.slope() / (2 * Math.max(above, Double.MIN_NORMAL));
    return (float) (1 + Math.clamp(best, 1, LONGEST)) / 2;
  }

  private static Turn multiplied(NewtonProgress before, double residual, double curvature) {
    boolean first = before.products() == 0;
    double carried = first ? 0 : residual / before.residual();
    double bend = first ? curvature : curvature - carried * residual / before.rate();
    if (!(residual > 0) || !(bend > 0) || !Double.isFinite(residual / bend)) {
      return new Turn(Act.REST, before.weight(), 0, 0, before.evaluate());
    }
    double by = residual / bend;
    double gain = by * residual / 2;
    int products = before.products() + 1;
    boolean last = products * gain <= WORTH * (before.gain() + gain) || products >= MOST_PRODUCTS;
    NewtonProgress next =
        before.advance((float) residual, (float) by, last ? Phase.GRADIENT : Phase.PRODUCT);
    return new Turn(Act.ADVANCE, before.weight(), (float) by, (float) carried, next);
  }
}
