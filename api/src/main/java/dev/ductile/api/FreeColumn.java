package dev.ductile.api;

import java.util.Arrays;

/**
 * What every node has left of one resource, and all of them together: a heap-shaped tree of the
 * largest amount below, whose leaf {@code leaves + node} is a node's amount.
 */
final class FreeColumn {
  private final int leaves;
  private final double[] tree;

  /** What the numbers in the tree are rounded by, node by node. */
  private final double[] rests;

  /** What all nodes together have left; one that has given too much has nothing. */
  private final ExactSum total;

  FreeColumn(double[] amounts, int leaves) {
    this.leaves = leaves;
    this.tree = new double[2 * leaves];
    this.rests = new double[amounts.length];
    this.total = new ExactSum();
    Arrays.fill(tree, -1);
    for (int node = 0; node < amounts.length; node++) {
      tree[leaves + node] = amounts[node];
      total.add(Math.max(0, amounts[node]));
    }
    for (int parent = leaves - 1; parent > 0; parent--) {
      tree[parent] = Math.max(tree[2 * parent], tree[2 * parent + 1]);
    }
  }

  private FreeColumn(FreeColumn original) {
    this.leaves = original.leaves;
    this.tree = original.tree.clone();
    this.rests = original.rests.clone();
    this.total = original.total.copy();
  }

  FreeColumn copy() {
    return new FreeColumn(this);
  }

  double left(int node) {
    return tree[leaves + node];
  }

  /** The most that any node below this place in the tree has left; the root is at 1. */
  double most(int at) {
    return tree[at];
  }

  double total() {
    return total.value();
  }

  /** Whether the node has so much, to the last digit. */
  boolean has(int node, double amount) {
    return tree[leaves + node] - amount + rests[node] >= 0;
  }

  /** Gives the node so many times an amount back; times below zero take it. */
  void add(int node, double amount, int times) {
    double before = tree[leaves + node];
    var sum = new ExactSum(before, rests[node]);
    sum.add(amount, times);
    rests[node] = sum.rest();
    total.add(Math.max(0, sum.value()));
    total.add(-Math.max(0, before));
    set(leaves + node, sum.value());
  }

  private void set(int leaf, double amount) {
    tree[leaf] = amount;
    for (int parent = leaf / 2; parent > 0; parent /= 2) {
      double largest = Math.max(tree[2 * parent], tree[2 * parent + 1]);
      if (tree[parent] == largest) {
        return;
      }
      tree[parent] = largest;
    }
  }
}
