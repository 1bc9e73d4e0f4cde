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
 * A nonlinear least-squares fit by Levenberg-Marquardt with a pseudo-Huber loss: a residual far
 * beyond the tolerance counts linearly and not by its square, so that a few outliers do not decide.
 */
public final class RobustLeastSquares {
  private static final int MOST_STEPS = 200;
  private static final double DIFFERENCE = 1e-6;

  private final UnaryOperator<double[]> residuals;
  private final double tolerance;

  private double[] best = {};
  private double least = Double.POSITIVE_INFINITY;

  /**
   * A fit.
   *
   * @param residuals the residual of each measurement for given parameters
   * @param tolerance the residual beyond which the loss becomes linear
   */
  public RobustLeastSquares(UnaryOperator<double[]> residuals, double tolerance) {
    this.residuals = residuals;
    this.tolerance = tolerance;
  }

  /** The best parameters of the searches from all these starts, at most 200 steps each. */
  public double[] best(List<double[]> starts) {
    starts.forEach(this::search);
    return best.clone();
  }

  private void search(double[] start) {
    double[] rootLosses = rootLosses(start);
    try {
      new LevenbergMarquardtOptimizer()
          .optimize(
              new LeastSquaresBuilder()
                  .start(start)
                  .model(this::linearised)
                  .target(new double[rootLosses.length])
                  .maxEvaluations(MOST_STEPS)
                  .maxIterations(MOST_STEPS)
                  .build());
    } catch (MathRuntimeException _) {
      // The search stopped early; the best parameters so far are the result.
    }
  }

  private Pair<RealVector, RealMatrix> linearised(RealVector at) {
    double[] parameters = at.toArray();
    double[] here = rootLosses(parameters);
    RealMatrix slopes = MatrixUtils.createRealMatrix(here.length, parameters.length);
    for (int column = 0; column < parameters.length; column++) {
      double difference = DIFFERENCE * Math.max(1, Math.abs(parameters[column]));
      double[] moved = parameters.clone();
      moved[column] += difference;
      double[] there = rootLosses(moved);
      for (int row = 0; row < here.length; row++) {
        slopes.setEntry(row, column, (there[row] - here[row]) / difference);
      }
    }
    return new Pair<>(new ArrayRealVector(here, false), slopes);
  }

  /** The square root of the loss of each residual. It also remembers the best parameters so far. */
  private double[] rootLosses(double[] parameters) {
    double[] rootLosses = residuals.apply(parameters);
    double cost = 0;
    for (int i = 0; i < rootLosses.length; i++) {
      double relative = rootLosses[i] / tolerance;
      double costs = Math.sqrt(1 + relative * relative) - 1;
      cost += costs;
      rootLosses[i] = Math.copySign(Math.sqrt(costs), relative);
    }
    if (cost < least) {
      least = cost;
      best = parameters.clone();
    }
    return rootLosses;
  }
}
