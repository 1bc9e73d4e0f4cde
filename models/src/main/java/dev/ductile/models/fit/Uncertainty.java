package dev.ductile.models.fit;

/** The width of 90 % intervals, from how well the measurements agree with the fit. */
final class Uncertainty {
  /** Half the 90 % interval of the normal distribution, in standard deviations. */
  static final double NINE_OF_TEN = 1.6448536269514722;

  /** The weight of the usual noise against the observed noise, in measurements. */
  private static final double WORTH_OF_USUAL = 8;

  private final double freedom;
  private final double inflation;

  /**
   * The uncertainty that follows from the errors of a fit.
   *
   * @param surprise the sum of the squared errors, in units of the expected variance
   * @param count the number of errors
   */
  Uncertainty(double surprise, double count) {
    freedom = WORTH_OF_USUAL + count;
    inflation = Math.sqrt((WORTH_OF_USUAL + surprise) / freedom);
  }

  /** Half the width of the interval for an expected variance. */
  double halfWidth(double variance) {
    return student() * inflation * Math.sqrt(Math.max(0, variance));
  }

  /** The quantile of Student's t, by the first-order Cornish-Fisher expansion. */
  private double student() {
    return NINE_OF_TEN + (NINE_OF_TEN * NINE_OF_TEN * NINE_OF_TEN + NINE_OF_TEN) / (4 * freedom);
  }
}
