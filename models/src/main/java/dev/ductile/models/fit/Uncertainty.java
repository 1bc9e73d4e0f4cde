package dev.ductile.models.fit;

/** How wide an interval must be so that it holds nine times out of ten. */
final class Uncertainty {
  /** Of the normal distribution, to either side, in standard deviations. */
  static final double NINE_OF_TEN = 1.6448536269514722;

  /** For how many measurements the usual noise counts against the noise that is seen. */
  private static final double WORTH_OF_USUAL = 8;

  private final double freedom;
  private final double inflation;

  /**
   * How doubtful a fit is from how far its measurements lie from it.
   *
   * @param surprise the sum of the squared errors, in units of what was expected
   * @param count how many errors those are
   */
  Uncertainty(double surprise, double count) {
    freedom = WORTH_OF_USUAL + count;
    inflation = Math.sqrt((WORTH_OF_USUAL + surprise) / freedom);
  }

  /** Half the width of the interval for a variance that is expected. */
  double halfWidth(double variance) {
    return student() * inflation * Math.sqrt(Math.max(0, variance));
  }

  /** The quantile of Student's t, to the first order of Cornish and Fisher. */
  private double student() {
    return NINE_OF_TEN + (NINE_OF_TEN * NINE_OF_TEN * NINE_OF_TEN + NINE_OF_TEN) / (4 * freedom);
  }
}
