package dev.ductile.api;

import java.util.BitSet;

/** The nodes that have the labels and the device type that a job requires. */
final class EligibleNodes {
  private final BitSet nodes;
  private final int[] kinds;

  /**
   * A selection of nodes.
   *
   * @param kinds one node of each capacity in the selection
   */
  EligibleNodes(BitSet nodes, BitSet kinds) {
    this.nodes = nodes;
    this.kinds = kinds.stream().toArray();
  }

  /** The positions of the nodes; callers must not change the array. */
  BitSet nodes() {
    return nodes;
  }

  boolean contains(int node) {
    return nodes.get(node);
  }

  /** Whether one of this many nodes, from this position on, is eligible. */
  boolean hasAny(int from, int count) {
    int next = nodes.nextSetBit(from);
    return next >= 0 && next < from + count;
  }

  int count() {
    return nodes.cardinality();
  }

  /** One eligible node of each capacity; callers must not change the array. */
  int[] kinds() {
    return kinds;
  }
}
