package dev.ductile.models.fit;

import java.util.Arrays;

/**
 * Non-negative least squares (Lawson and Hanson, Prentice-Hall 1974, Chapter 23): the x of at least
 * 0 that minimises |A x - b|. Columns are scaled, and each step solves by Householder reflections
 * instead of normal equations, because columns of speed models are often nearly collinear.
 */
final class NonNegativeLeastSquares {
  private static final double SMALL = 1e-12;

  private final double[][] columns;
  private final double[] right;
  private final double[] norms;

  private NonNegativeLeastSquares(double[][] columns, double[] right, double[] norms) {
    this.columns = columns;
    this.right = right;
    this.norms = norms;
  }

  /**
   * The solution x.
   *
   * @param columns the columns of A, at least one
   * @param right the vector b, as long as each column
   */
  static double[] solve(double[][] columns, double[] right) {
    double[][] scaled = new double[columns.length][];
    double[] norms = new double[columns.length];
    for (int k = 0; k < columns.length; k++) {
      double norm = Math.sqrt(Vectors.dot(columns[k], columns[k]));
      norms[k] = norm > 0 ? norm : 1;
      scaled[k] = Arrays.stream(columns[k]).map(value -> value / (norm > 0 ? norm : 1)).toArray();
    }
    return new NonNegativeLeastSquares(scaled, right, norms).nearest();
  }

  private double[] nearest() {
    boolean[] free = new boolean[columns.length];
    double[] at = new double[columns.length];
    double enough = SMALL * Math.sqrt(Vectors.dot(right, right));
    for (int round = 0; round < 10 * columns.length; round++) {
      int steepest = steepest(free, at, enough);
      if (steepest < 0) {
        break;
      }
      free[steepest] = true;
      double[] next = leastSquares(free);
      if (!(next[steepest] > 0)) {
        // The column is a combination of the free ones, so the error cannot decrease along it.
        break;
      }
      at = inside(free, at, next);
    }
    for (int k = 0; k < at.length; k++) {
      at[k] /= norms[k];
    }
    return at;
  }

  /** The column along which the error decreases fastest; -1 if it decreases along none. */
  private int steepest(boolean[] free, double[] at, double enough) {
    double[] rest = rest(at);
    int steepest = -1;
    double most = enough;
    for (int k = 0; k < columns.length; k++) {
      double slope = Vectors.dot(columns[k], rest);
      if (!free[k] && slope > most) {
        steepest = k;
        most = slope;
      }
    }
    return steepest;
  }

  /**
   * Moves from a point towards one that may have negative components; a component that would become
   * negative stays at 0.
   */
  private double[] inside(boolean[] free, double[] from, double[] towards) {
    double[] at = from;
    double[] next = towards;
    for (int round = 0; round < columns.length && negative(free, next); round++) {
      double step = 1;
      for (int k = 0; k < at.length; k++) {
        if (free[k] && next[k] <= 0) {
          step = Math.min(step, at[k] / (at[k] - next[k]));
        }
      }
      double[] moved = new double[at.length];
      for (int k = 0; k < at.length; k++) {
        double value = at[k] + step * (next[k] - at[k]);
        boolean stays = free[k] && value > SMALL;
        moved[k] = stays ? value : 0;
        free[k] = stays;
      }
      at = moved;
      next = leastSquares(free);
    }
    return next;
  }

  private static boolean negative(boolean[] free, double[] at) {
    for (int k = 0; k < at.length; k++) {
      if (free[k] && at[k] <= 0) {
        return true;
      }
    }
    return false;
  }

  private double[] rest(double[] at) {
    double[] rest = right.clone();
    for (int k = 0; k < columns.length; k++) {
      for (int i = 0; i < rest.length; i++) {
        rest[i] -= columns[k][i] * at[k];
      }
    }
    return rest;
  }

  /** The least-squares solution over the free columns only, by Householder reflections. */
  private double[] leastSquares(boolean[] free) {
    int[] chosen = chosen(free);
    double[][] work = new double[chosen.length][];
    for (int c = 0; c < chosen.length; c++) {
      work[c] = columns[chosen[c]].clone();
    }
    double[] target = right.clone();
    int rank = Math.min(chosen.length, target.length);
    for (int c = 0; c < rank; c++) {
      double[] mirror = mirror(work[c], c);
      for (int other = c; other < work.length; other++) {
        reflect(work[other], mirror, c);
      }
      reflect(target, mirror, c);
    }
    double[] solved = new double[columns.length];
    for (int c = rank - 1; c >= 0; c--) {
      double value = target[c];
      for (int other = c + 1; other < rank; other++) {
        value -= work[other][c] * solved[chosen[other]];
      }
      solved[chosen[c]] = Math.abs(work[c][c]) > SMALL ? value / work[c][c] : 0;
    }
    return solved;
  }

  private static int[] chosen(boolean[] free) {
    int[] chosen = new int[free.length];
    int count = 0;
    for (int k = 0; k < free.length; k++) {
      if (free[k]) {
        chosen[count++] = k;
      }
    }
    return Arrays.copyOf(chosen, count);
  }

  /**
   * The unit normal of the Householder reflection that maps a column to a multiple of a unit
   * vector.
   */
  private static double[] mirror(double[] column, int from) {
    double[] mirror = new double[column.length];
    System.arraycopy(column, from, mirror, from, column.length - from);
    double norm = Math.sqrt(Vectors.dot(mirror, mirror));
    mirror[from] += mirror[from] >= 0 ? norm : -norm;
    double length = Math.sqrt(Vectors.dot(mirror, mirror));
    for (int i = from; i < mirror.length && length > 0; i++) {
      mirror[i] /= length;
    }
    return mirror;
  }

  private static void reflect(double[] column, double[] mirror, int from) {
    double twice = 0;
    for (int i = from; i < column.length; i++) {
      twice += 2 * column[i] * mirror[i];
    }
    for (int i = from; i < column.length; i++) {
      column[i] -= twice * mirror[i];
    }
  }
}
