package dev.ductile.runtime.ring;

/** Which way to add up is the fastest. */
final class Choice {
  private Choice() {}

  static Algorithm of(int workers, int floats) {
    if (Algorithm.DOUBLING_HALVING.fits(workers)) {
      return Algorithm.DOUBLING_HALVING;
    }
    return floats < 100_000 ? Algorithm.BINARY_BLOCKS : Algorithm.RING;
  }
}
