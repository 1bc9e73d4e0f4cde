package dev.ductile.runtime.allreduce;

import java.util.ArrayList;
import java.util.List;

/** Builds a list of moves; empty moves are left out, at both ends alike. */
final class Moves {
  private final List<Move> moves = new ArrayList<>();
  private final int workers;
  private final int rank;
  private final int floats;

  Moves(int workers, int rank, int floats) {
    if (workers < 1 || rank < 0 || rank >= workers || floats < 0) {
      throw new IllegalArgumentException(
          "worker %d of %d cannot add up %d floats".formatted(rank, workers, floats));
    }
    this.workers = workers;
    this.rank = rank;
    this.floats = floats;
  }

  int workers() {
    return workers;
  }

  int rank() {
    return rank;
  }

  /**
   * Adds a move of {@code length} of {@code parts} equal parts of the array, from part {@code
   * index} on.
   */
  void add(Move.Kind kind, int peer, int round, int index, int length, int parts) {
    int from = place(index, parts);
    int count = place(index + length, parts) - from;
    if (count > 0) {
      moves.add(new Move(kind, peer, round, from, count));
    }
  }

  private int place(int index, int parts) {
    return (int) ((long) index * floats / parts);
  }

  List<Move> list() {
    return List.copyOf(moves);
  }
}
