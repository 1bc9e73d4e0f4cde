package dev.ductile.runtime.allreduce;

import java.util.List;

/**
 * An algorithm of all-reduce: adds up arrays of several workers, so that all have the sums. Each
 * segment is added up in one order at one worker and then copied, so all end with the same bytes.
 */
public enum Algorithm {
  RING,
  DOUBLING_HALVING,
  BINARY_BLOCKS;

  /** Whether it works for this number of workers. */
  public boolean fits(int workers) {
    return this != DOUBLING_HALVING || Integer.bitCount(workers) == 1;
  }

  /** The moves of one worker, in an order in which all workers reach the end. */
  public List<Move> moves(int workers, int rank, int floats) {
    if (!fits(workers)) {
      throw new IllegalArgumentException("%s is not for %d workers".formatted(this, workers));
    }
    return switch (this) {
      case RING -> Ring.moves(workers, rank, floats);
      case DOUBLING_HALVING, BINARY_BLOCKS -> BinaryBlocks.moves(workers, rank, floats);
    };
  }
}
