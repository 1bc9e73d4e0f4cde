package dev.ductile.models.topology;

import java.util.List;
import java.util.function.UnaryOperator;
import org.hipparchus.exception.MathRuntimeException;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresBuilder;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LevenbergMarquardtOptimizer;
import org.hipparchus.util.Pair;

/**
 * A search for the parameters whose residuals are the smallest, in which a residual far beyond the
 * tolerance counts by its size and no longer by its square, so that a few odd measurements do not
 * decide.
 */
public final class Descent {
  private static final int MOST_STEPS = 200;
  private static final double NUDGE = 1e-6;

  private final UnaryOperator<double[]> residuals;
  private final double tolerance;

  private double[] best = {};
  private double least = Double.POSITIVE_INFINITY;

  /**
   * A search.
   *
   * @param residuals how far off the parameters are, at each measurement
   * @param tolerance the residual from which on it counts by its size
   */
  public Descent(UnaryOperator<double[]> residuals, double tolerance) {
    this.residuals = residuals;
    this.tolerance = tolerance;
  }

  /** The best parameters met on the ways from all of these starts, at most 200 steps each. */
  public double[] best(List<double[]> starts) {
    starts.forEach(this::descend);
    return best.clone();
  }

  private void descend(double[] start) {
    double[] tempered = tempered(start);
    try {
      new LevenbergMarquardtOptimizer()
          .optimize(
              new LeastSquaresBuilder()
                  .start(start)
                  .model(this::linearised)
                  .target(new double[tempered.length])
                  .maxEvaluations(MOST_STEPS)
                  .maxIterations(MOST_STEPS)
                  .build());
    } catch (MathRuntimeException _) {
      // It got as far as it could; what counts is the best that it met on its way.
    }
  }

  private Pair<RealVector, RealMatrix> linearised(RealVector at) {
    double[] parameters = at.toArray();
    double[] here = tempered(parameters);
    RealMatrix slopes = MatrixUtils.createRealMatrix(here.length, parameters.length);
    for (int column = 0; column < parameters.length; column++) {
      double nudge = NUDGE * Math.max(1, Math.abs(parameters[column]));
      double[] moved = parameters.clone();
      moved[column] += nudge;
      double[] there = tempered(moved);
      for (int row = 0; row < here.length; row++) {
        slopes.setEntry(row, column, (there[row] - here[row]) / nudge);
      }
    }
    return new Pair<>(new ArrayRealVector(here, false), slopes);
  }

  /** Values whose squares are what the residuals cost; the best parameters are remembered. */
  private double[] tempered(double[] parameters) {
    double[] tempered = residuals.apply(parameters);
    double cost = 0;
    for (int i = 0; i < tempered.length; i++) {
      double relative = tempered[i] / tolerance;
      double costs = Math.sqrt(1 + relative * relative) - 1;
      cost += costs;
      tempered[i] = Math.copySign(Math.sqrt(costs), relative);
    }
    if (cost < least) {
      least = cost;
      best = parameters.clone();
    }
    return tempered;
  }
}
