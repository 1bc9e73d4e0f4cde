package dev.ductile.runtime.training;

/** The share of a number that is lost when it is divided repeatedly by a little more than 1. */
final class Decay {
  /** Below this the series of log1p needs four terms. */
  private static final double SMALL_RATE = 1.0 / 128;

  /** Below this the series of 1 - exp needs five terms. */
  private static final double SMALL_LOSS = 1.0 / 16;

  private Decay() {}

  /** The share that is lost: {@code 1 - (1 + by) ^ -times}. */
  static double lost(double by, int times) {
    double y = times * log1p(by);
    return y < SMALL_LOSS
        ? y * (1 - y / 2 * (1 - y / 3 * (1 - y / 4 * (1 - y / 5))))
        : 1 - Math.exp(-y);
  }

  private static double log1p(double x) {
    return x < SMALL_RATE ? x * (1 - x * (1.0 / 2 - x * (1.0 / 3 - x * (1.0 / 4)))) : Math.log1p(x);
  }
}
