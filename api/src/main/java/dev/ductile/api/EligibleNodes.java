package dev.ductile.api;

import java.util.BitSet;

/** The nodes that have the labels and the device type that a job requires. */
final class EligibleNodes {
  private final BitSet nodes;
  private final int[] kinds;

  /**
   * A selection of nodes.
   *
   * @param kinds one node of each capacity among them
   */
  EligibleNodes(BitSet nodes, BitSet kinds) {
    this.nodes = nodes;
    this.kinds = kinds.stream().toArray();
  }

  /** Their positions; not to be changed. */
  BitSet nodes() {
    return nodes;
  }

  boolean contains(int node) {
    return nodes.get(node);
  }

  /** Whether any of so many nodes from this one on is eligible. */
  boolean hasAny(int from, int count) {
    int next = nodes.nextSetBit(from);
    return next >= 0 && next < from + count;
  }

  int count() {
    return nodes.cardinality();
  }

  /** One eligible node of each capacity; not to be changed. */
  int[] kinds() {
    return kinds;
  }
}
