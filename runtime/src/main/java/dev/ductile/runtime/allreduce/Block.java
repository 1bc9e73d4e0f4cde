package dev.ductile.runtime.allreduce;

import static dev.ductile.runtime.allreduce.Move.Kind.ADD;
import static dev.ductile.runtime.allreduce.Move.Kind.COPY;
import static dev.ductile.runtime.allreduce.Move.Kind.SEND;

/**
 * A power of two of neighbouring workers that halve and double among themselves. In halving, a
 * worker sends one half of its array to a partner and gets the partner's part of the other half,
 * with partners at distance 1, 2, 4 and so on, until it is left with one segment that is the sum of
 * the block. Doubling is the way back (Thakur, Rabenseifner and Gropp, "Optimization of Collective
 * Communication Operations in MPICH", IJHPCA 2005; Capes et al., Section 2.1).
 *
 * @param first its first worker
 * @param size the number of its workers
 */
record Block(int first, int size) {
  Block {
    if (Integer.bitCount(size) != 1) {
      throw new IllegalArgumentException("a block has 1, 2, 4, 8 ... workers, not " + size);
    }
  }

  int levels() {
    return Integer.numberOfTrailingZeros(size);
  }

  /** The segment that a worker has in the end: its rank in the block with the bits reversed. */
  int segment(int rank) {
    return reversed(rank - first);
  }

  /** The worker that has a segment in the end. */
  int holder(int segment) {
    return first + reversed(segment);
  }

  private int reversed(int number) {
    return size == 1 ? 0 : Integer.reverse(number) >>> (Integer.SIZE - levels());
  }

  void halve(Moves moves) {
    for (int level = 0; level < levels(); level++) {
      int partner = partner(moves.rank(), level);
      part(moves, SEND, partner, level, partner, level);
      part(moves, ADD, partner, level, moves.rank(), level);
    }
  }

  /** The way back, with rounds that count from {@code round}. */
  void twofold(Moves moves, int round) {
    for (int level = levels() - 1; level >= 0; level--) {
      int partner = partner(moves.rank(), level);
      part(moves, SEND, partner, round + level, moves.rank(), level);
      part(moves, COPY, partner, round + level, partner, level);
    }
  }

  private int partner(int rank, int level) {
    return first + ((rank - first) ^ (1 << level));
  }

  /** The part of the array that a worker keeps after halving at a level. */
  private void part(Moves moves, Move.Kind kind, int peer, int round, int whose, int level) {
    int length = size >> (level + 1);
    int begin = segment(whose) / length * length;
    moves.add(kind, peer, round, begin, length, size);
  }
}
