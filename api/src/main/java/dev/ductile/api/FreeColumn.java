package dev.ductile.api;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What every node has left of one resource, and all of them together: a heap-shaped tree of the
 * largest amount below, whose leaf {@code leaves + node} is a node's amount. A node may give more
 * than it has by the rounding of its capacity, whatever takes it: so tasks that have room one by
 * one have room together, and in every order.
 */
final class FreeColumn {
  private final int leaves;
  private final double[] tree;

  /** What the numbers in the tree are rounded by, node by node. */
  private final double[] rests;

  /** What each node may give beyond its capacity. */
  private final double[] slack;

  private final double mostSlack;

  /** What is now asked for, and what that number is rounded by. */
  private double wanted = Double.NEGATIVE_INFINITY;

  private double wantedRest;
  private double least = Double.NEGATIVE_INFINITY;

  /** What all nodes together have left; one that has given too much has nothing. */
  private final ExactSum total;

  FreeColumn(double[] amounts, int leaves) {
    this.leaves = leaves;
    this.tree = new double[2 * leaves];
    this.rests = new double[amounts.length];
    this.slack = Arrays.stream(amounts).map(Resources::rounding).toArray();
    this.mostSlack = Arrays.stream(slack).max().orElse(0);
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
    this.slack = original.slack;
    this.mostSlack = original.mostSlack;
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

  /** What these nodes together have left; null for all nodes. */
  double total(@Nullable EligibleNodes eligible) {
    return eligible == null
        ? total()
        : eligible.nodes().stream().mapToDouble(node -> Math.max(0, left(node))).sum();
  }

  /** The most that any of these nodes has left; null for all nodes. */
  double most(@Nullable EligibleNodes eligible) {
    return eligible == null
        ? most(1)
        : eligible.nodes().stream().mapToDouble(this::left).max().orElse(0);
  }

  /** The same without rounding. */
  ExactSum exactTotal() {
    return total;
  }

  /** Asks for an amount; nothing is found everywhere, also on nodes that gave too much. */
  void want(ExactSum needed) {
    wanted = needed.value() > 0 ? needed.value() : Double.NEGATIVE_INFINITY;
    wantedRest = needed.value() > 0 ? needed.rest() : 0;
    least = Math.nextDown(wanted - mostSlack);
  }

  /** Every node that has what is now asked for has at least so much left. */
  double least() {
    return least;
  }

  /** Whether the node has what is now asked for, to the last digit. */
  boolean hasWanted(int node) {
    return left(node) - wanted + (rests[node] - wantedRest) >= -slack[node];
  }

  /** How many times an amount the node has, {@code most} at most, or one more or less. */
  int times(int node, double amount, int most) {
    return amount > 0
        ? (int) Math.clamp(Math.floor((left(node) + slack[node]) / amount), 0, most)
        : most;
  }

  boolean isOverdrawn(int node) {
    return left(node) < -slack[node];
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
