package dev.ductile.api;

import java.util.BitSet;

/**
 * The nodes that have the labels and the device type that a job requires.
 *
 * @param kinds one node of each capacity among them
 */
record EligibleNodes(BitSet nodes, int[] kinds) {
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
}
