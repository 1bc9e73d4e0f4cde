package dev.ductile.runtime.allreduce;

import static dev.ductile.runtime.allreduce.Move.Kind.ADD;
import static dev.ductile.runtime.allreduce.Move.Kind.COPY;
import static dev.ductile.runtime.allreduce.Move.Kind.SEND;

import java.util.List;

/**
 * The ring: as many segments as workers. Each segment goes around once and is added up, so that it
 * is complete at its last worker, and from there goes around once more (Patarasuk and Yuan,
 * "Bandwidth optimal all-reduce algorithms for clusters of workstations", JPDC 2009; Capes et al.,
 * Section 2.1). No algorithm sends less; but it takes {@code 2 (workers - 1)} rounds.
 */
final class Ring {
  private Ring() {}

  static List<Move> moves(int workers, int rank, int floats) {
    var moves = new Moves(workers, rank, floats);
    int next = (rank + 1) % workers;
    int before = Math.floorMod(rank - 1, workers);
    for (int round = 0; round < 2 * (workers - 1); round++) {
      moves.add(SEND, next, round, Math.floorMod(rank - round, workers), 1, workers);
      var kind = round < workers - 1 ? ADD : COPY;
      moves.add(kind, before, round, Math.floorMod(rank - 1 - round, workers), 1, workers);
    }
    return moves.list();
  }
}
