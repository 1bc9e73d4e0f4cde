package dev.ductile.models.topology;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A search for the parameters whose residuals are the smallest (Levenberg, Marquardt), in which a
 * residual far beyond the tolerance counts by its size and no longer by its square, so that a few
 * odd measurements do not decide.
 */
public final class Descent {
  private static final int MOST_STEPS = 200;
  private static final double FINEST = 1e-12;
  private static final double STEEPEST = 1e12;
  private static final double NUDGE = 1e-6;

  private final UnaryOperator<double[]> residuals;
  private final double tolerance;

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

  /** The best parameters to which steps from any of these starts lead, at most 200 from each. */
  public double[] best(List<double[]> starts) {
    double[] best = starts.getFirst();
    for (double[] start : starts) {
      double[] end = from(start);
      best = cost(residuals.apply(end)) < cost(residuals.apply(best)) ? end : best;
    }
    return best;
  }

  private double[] from(double[] start) {
    double[] best = start.clone();
    double[] current = residuals.apply(best);
    double cost = cost(current);
    double damping = 1e-3;
    for (int step = 0; step < MOST_STEPS && damping < STEEPEST; step++) {
      double[] next = step(best, current, damping);
      double[] there = residuals.apply(next);
      double nextCost = cost(there);
      if (nextCost < cost) {
        boolean settled = cost - nextCost < FINEST * cost;
        best = next;
        current = there;
        cost = nextCost;
        damping = Math.max(FINEST, damping / 5);
        if (settled) {
          break;
        }
      } else {
        damping *= 4;
      }
    }
    return best;
  }

  private double cost(double[] values) {
    double cost = 0;
    for (double value : values) {
      cost += Math.sqrt(1 + square(value / tolerance)) - 1;
    }
    return cost;
  }

  /** The parameters a damped Gauss-Newton step away. */
  private double[] step(double[] at, double[] here, double damping) {
    int size = at.length;
    double[][] slopes = new double[size][];
    for (int i = 0; i < size; i++) {
      slopes[i] = slope(at, here, i);
    }
    double[][] curvature = new double[size][size + 1];
    for (int row = 0; row < size; row++) {
      for (int column = 0; column < size; column++) {
        curvature[row][column] = weighted(slopes[row], slopes[column], here);
      }
      curvature[row][size] = -weighted(slopes[row], here, here);
      curvature[row][row] += damping * Math.max(curvature[row][row], FINEST);
    }
    double[] move = solved(curvature);
    for (int i = 0; i < size; i++) {
      move[i] += at[i];
    }
    return move;
  }

  private double[] slope(double[] at, double[] here, int parameter) {
    double nudge = NUDGE * Math.max(1, Math.abs(at[parameter]));
    double[] moved = at.clone();
    moved[parameter] += nudge;
    double[] slope = residuals.apply(moved);
    for (int i = 0; i < slope.length; i++) {
      slope[i] = (slope[i] - here[i]) / nudge;
    }
    return slope;
  }

  private double weighted(double[] left, double[] right, double[] here) {
    double sum = 0;
    for (int i = 0; i < here.length; i++) {
      sum += left[i] * right[i] / Math.sqrt(1 + square(here[i] / tolerance));
    }
    return sum;
  }

  /** Solves a positive definite system, whose last column is the right side, by elimination. */
  private static double[] solved(double[][] system) {
    int size = system.length;
    for (int pivot = 0; pivot < size; pivot++) {
      for (int row = pivot + 1; row < size; row++) {
        double factor = system[row][pivot] / system[pivot][pivot];
        for (int column = pivot; column <= size; column++) {
          system[row][column] -= factor * system[pivot][column];
        }
      }
    }
    double[] solution = new double[size];
    for (int row = size - 1; row >= 0; row--) {
      double rest = system[row][size];
      for (int column = row + 1; column < size; column++) {
        rest -= system[row][column] * solution[column];
      }
      solution[row] = rest / system[row][row];
    }
    return solution;
  }

  private static double square(double value) {
    return value * value;
  }
}
