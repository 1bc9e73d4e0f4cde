package dev.ductile.models.fit;

/**
 * The Cholesky factor of a positive definite matrix: the lower triangle L with L times its
 * transpose equal to the matrix.
 */
final class Cholesky {
  private final double[][] lower;

  private Cholesky(double[][] lower) {
    this.lower = lower;
  }

  static Cholesky of(double[][] positive) {
    double[][] lower = new double[positive.length][];
    for (int i = 0; i < positive.length; i++) {
      lower[i] = new double[i + 1];
      for (int j = 0; j <= i; j++) {
        double rest = positive[i][j];
        for (int k = 0; k < j; k++) {
          rest -= lower[i][k] * lower[j][k];
        }
        lower[i][j] = i == j ? root(rest) : rest / lower[j][j];
      }
    }
    return new Cholesky(lower);
  }

  /** Solves L x = right. */
  double[] half(double[] right) {
    double[] solved = new double[right.length];
    for (int i = 0; i < solved.length; i++) {
      double rest = right[i];
      for (int k = 0; k < i; k++) {
        rest -= lower[i][k] * solved[k];
      }
      solved[i] = rest / lower[i][i];
    }
    return solved;
  }

  /** Solves A x = right for the whole matrix A. */
  double[] solve(double[] right) {
    double[] solved = half(right);
    for (int i = solved.length - 1; i >= 0; i--) {
      solved[i] /= lower[i][i];
      for (int k = 0; k < i; k++) {
        solved[k] -= lower[i][k] * solved[i];
      }
    }
    return solved;
  }

  /** The diagonal of the inverse of A. */
  double[] inverseDiagonal() {
    double[] diagonal = new double[lower.length];
    for (int i = 0; i < diagonal.length; i++) {
      double[] unit = new double[diagonal.length];
      unit[i] = 1;
      double[] column = half(unit);
      diagonal[i] = Vectors.dot(column, column);
    }
    return diagonal;
  }

  private static double root(double square) {
    if (!(square > 0)) {
      throw new IllegalStateException(
          "the matrix is not positive definite: a pivot is %s".formatted(square));
    }
    return Math.sqrt(square);
  }
}
