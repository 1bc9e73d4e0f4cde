package dev.ductile.runtime.allreduce;

/**
 * One thing that a worker does in an all-reduce: some of its numbers go to a peer, or a peer's
 * come.
 *
 * @param what whether they go or come, and what is done with them
 * @param peer the other worker's place in the ring, from 0
 * @param round tells this move from others between the same two; both call it the same
 * @param from the first of the numbers
 * @param count how many; never 0
 */
public record Move(What what, int peer, int round, int from, int count) {
  /** What happens to the numbers. */
  public enum What {
    /** They go to the peer. */
    SEND,
    /** They come and are added to what is there. */
    ADD,
    /** They come and take the place of what is there. */
    COPY
  }

  public Move {
    if (peer < 0 || round < 0 || from < 0 || count < 1) {
      throw new IllegalArgumentException(
          "a move has a peer, a round and some numbers, not peer %d, round %d, %d numbers from %d"
              .formatted(peer, round, count, from));
    }
  }

  boolean comes() {
    return what != What.SEND;
  }

  int to() {
    return from + count;
  }
}
