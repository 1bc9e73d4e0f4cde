package dev.ductile.runtime.training;

/** The loss of a score, given the label. */
sealed interface Loss {
  double value(double score, double label);

  /** The derivative by the score. */
  double slope(double score, double label);

  /**
   * The second derivative by the score or, if that is too small to be useful, the curvature of a
   * parabola that touches the loss here and is nowhere below it.
   */
  double curvature(double score, double label);

  /** Writes the value, the slope and the curvature. */
  default void all(double score, double label, double[] into) {
    into[0] = value(score, label);
    into[1] = slope(score, label);
    into[2] = curvature(score, label);
  }

  /** Writes the slopes and the curvatures of some examples, and returns the sum of the values. */
  default double judge(
      double[] scores, double[] labels, int count, double[] slopes, double[] curvatures) {
    var at = new double[3];
    double sum = 0;
    for (int i = 0; i < count; i++) {
      all(scores[i], labels[i], at);
      sum += at[0];
      slopes[i] = at[1];
      curvatures[i] = at[2];
    }
    return sum;
  }

  /** Of logistic regression; labels are -1 and 1. */
  record Logistic() implements Loss {
    @Override
    public double value(double score, double label) {
      return loss(score * label, Math.exp(-Math.abs(score)));
    }

    @Override
    public double slope(double score, double label) {
      return -label / (1 + Math.exp(score * label));
    }

    @Override
    public double curvature(double score, double label) {
      double odds = Math.exp(-Math.abs(score));
      return odds / ((1 + odds) * (1 + odds));
    }

    /** A logarithm is an instruction of the virtual machine, {@code log1p} is not. */
    private static double loss(double margin, double odds) {
      return Math.log(1 + odds) + Math.max(0, -margin);
    }

    /** With one exponential instead of three. */
    @Override
    public void all(double score, double label, double[] into) {
      double margin = score * label;
      double odds = Math.exp(-Math.abs(margin));
      double share = 1 / (1 + odds);
      into[0] = loss(margin, odds);
      into[1] = -label * (margin > 0 ? odds * share : share);
      into[2] = odds * share * share;
    }
  }

  /** Of the linear support vector machine, squared so that it is smooth; labels are -1 and 1. */
  record SquaredHinge() implements Loss {
    @Override
    public double value(double score, double label) {
      double missing = Math.max(0, 1 - score * label);
      return missing * missing;
    }

    @Override
    public double slope(double score, double label) {
      return -2 * label * Math.max(0, 1 - score * label);
    }

    @Override
    public double curvature(double score, double label) {
      return score * label < 1 ? 2 : 0;
    }
  }

  /** Half the square of the difference. */
  record Square() implements Loss {
    @Override
    public double value(double score, double label) {
      return (score - label) * (score - label) / 2;
    }

    @Override
    public double slope(double score, double label) {
      return score - label;
    }

    @Override
    public double curvature(double score, double label) {
      return 1;
    }
  }

  /**
   * Half the square of a small difference, a straight line beyond it.
   *
   * @param turn the difference at which the line begins
   */
  record Huber(double turn) implements Loss {
    public Huber {
      if (!(turn > 0)) {
        throw new IllegalArgumentException("huber must be above 0, not " + turn);
      }
    }

    @Override
    public double value(double score, double label) {
      double off = Math.abs(score - label);
      return off <= turn ? off * off / 2 : turn * (off - turn / 2);
    }

    @Override
    public double slope(double score, double label) {
      return Math.clamp(score - label, -turn, turn);
    }

    @Override
    public double curvature(double score, double label) {
      double off = Math.abs(score - label);
      return off <= turn ? 1 : turn / off;
    }
  }
}
