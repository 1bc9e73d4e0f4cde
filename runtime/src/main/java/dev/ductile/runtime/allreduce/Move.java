package dev.ductile.runtime.allreduce;

/**
 * One action of a worker in an all-reduce: it sends some floats to a peer, or receives some.
 *
 * @param kind the direction, and the use of received floats
 * @param peer the rank of the other worker
 * @param round distinguishes this move from others between the same two workers; both use the same
 *     number
 * @param from the first of the floats
 * @param count the number of floats; never 0
 */
public record Move(Kind kind, int peer, int round, int from, int count) {
  /** The kinds of moves. */
  public enum Kind {
    /** The floats are sent to the peer. */
    SEND,
    /** The floats are received and added. */
    ADD,
    /** The floats are received and replace the old ones. */
    COPY
  }

  public Move {
    if (peer < 0 || round < 0 || from < 0 || count < 1) {
      throw new IllegalArgumentException(
          "a move has a peer, a round and some floats, not peer %d, round %d, %d floats from %d"
              .formatted(peer, round, count, from));
    }
  }

  boolean comes() {
    return kind != Kind.SEND;
  }

  int to() {
    return from + count;
  }
}
