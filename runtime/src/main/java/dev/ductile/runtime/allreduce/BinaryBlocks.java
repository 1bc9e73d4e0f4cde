package dev.ductile.runtime.allreduce;

import static dev.ductile.runtime.allreduce.Move.Kind.ADD;
import static dev.ductile.runtime.allreduce.Move.Kind.COPY;
import static dev.ductile.runtime.allreduce.Move.Kind.SEND;

import java.util.ArrayList;
import java.util.List;

/**
 * Binary blocks: doubling and halving for any number of workers. The workers form blocks of powers
 * of two, the largest first. Each block halves; then the smallest sends its sums to the next larger
 * one, and so on, so that the largest has the whole sum; then the same way back (Rabenseifner,
 * "Optimization of Collective Reduction Operations", ICCS 2004; Capes et al., Section 2.1).
 */
final class BinaryBlocks {
  private BinaryBlocks() {}

  static List<Block> blocks(int workers) {
    var blocks = new ArrayList<Block>();
    for (int first = 0; first < workers; first += blocks.getLast().size()) {
      blocks.add(new Block(first, Integer.highestOneBit(workers - first)));
    }
    return List.copyOf(blocks);
  }

  static List<Move> moves(int workers, int rank, int floats) {
    var moves = new Moves(workers, rank, floats);
    List<Block> blocks = blocks(workers);
    int mine = 0;
    while (rank >= blocks.get(mine).first() + blocks.get(mine).size()) {
      mine++;
    }
    int up = blocks.getFirst().levels();
    Block block = blocks.get(mine);
    boolean hasSmaller = mine + 1 < blocks.size();
    block.halve(moves);
    if (hasSmaller) {
      withSmaller(moves, ADD, up, block, blocks.get(mine + 1));
    }
    if (mine > 0) {
      withLarger(moves, SEND, up, block, blocks.get(mine - 1));
      withLarger(moves, COPY, up + 1, block, blocks.get(mine - 1));
    }
    if (hasSmaller) {
      withSmaller(moves, SEND, up + 1, block, blocks.get(mine + 1));
    }
    block.twofold(moves, up + 2);
    return moves.list();
  }

  /** This worker's segment is a part of the segment of one worker of the smaller block. */
  private static void withSmaller(
      Moves moves, Move.Kind kind, int round, Block block, Block smaller) {
    int segment = block.segment(moves.rank());
    int peer = smaller.holder(segment / (block.size() / smaller.size()));
    moves.add(kind, peer, round, segment, 1, block.size());
  }

  /** This worker's segment contains the segments of several workers of the larger block. */
  private static void withLarger(
      Moves moves, Move.Kind kind, int round, Block block, Block larger) {
    int each = larger.size() / block.size();
    int first = block.segment(moves.rank()) * each;
    for (int segment = first; segment < first + each; segment++) {
      moves.add(kind, larger.holder(segment), round, segment, 1, larger.size());
    }
  }
}
