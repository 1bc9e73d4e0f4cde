package dev.ductile.runtime.allreduce;

/**
 * Chooses the fastest algorithm. Doubling and halving sends as little as the ring, in fewer rounds
 * (Capes et al., Section 2.1). If it does not work, binary blocks send more in fewer rounds, so
 * they are chosen for rows that are not too long.
 */
final class AlgorithmChoice {
  /**
   * The length in floats from which the ring, which sends the least, is faster than binary blocks.
   */
  private static final int LONG_ROW = 4 << 20;

  private AlgorithmChoice() {}

  static Algorithm of(int workers, int floats) {
    if (Algorithm.DOUBLING_HALVING.fits(workers)) {
      return Algorithm.DOUBLING_HALVING;
    }
    return floats <= LONG_ROW ? Algorithm.BINARY_BLOCKS : Algorithm.RING;
  }
}
