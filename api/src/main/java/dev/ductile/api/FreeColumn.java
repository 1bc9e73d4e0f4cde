package dev.ductile.api;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The free amounts of one resource on all nodes, in a heap-shaped tree: each place has the largest
 * amount below it, and leaf {@code leaves + node} has the amount of a node. A node may give more
 * than its capacity by the rounding of that capacity, in total. So tasks that fit one by one also
 * fit together, and in every order.
 */
final class FreeColumn {
  private final int leaves;
  private final double[] tree;

  /** The rounding errors of the amounts in the tree, by node. */
  private final double[] rests;

  /** The amount that each node may give beyond its capacity. */
  private final double[] slack;

  private final double mostSlack;

  /** The amount of the present query; {@code queryRest} is its rounding error. */
  private double query = Double.NEGATIVE_INFINITY;

  private double queryRest;
  private double least = Double.NEGATIVE_INFINITY;

  /** The sum of the free amounts; an overdrawn node counts as zero. */
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

  /** The largest free amount of the nodes below this place in the tree; the root is at 1. */
  double most(int at) {
    return tree[at];
  }

  double total() {
    return total.value();
  }

  /** The free amount of these nodes together; null means all nodes. */
  double total(@Nullable EligibleNodes eligible) {
    return eligible == null
        ? total()
        : eligible.nodes().stream().mapToDouble(node -> Math.max(0, left(node))).sum();
  }

  /** The largest free amount of these nodes; null means all nodes. */
  double most(@Nullable EligibleNodes eligible) {
    return eligible == null
        ? most(1)
        : eligible.nodes().stream().mapToDouble(this::left).max().orElse(0);
  }

  /** The free amount of these nodes without rounding; null means all nodes. */
  ExactSum exactTotal(@Nullable EligibleNodes eligible) {
    if (eligible == null) {
      return total;
    }
    var sum = new ExactSum();
    eligible.nodes().stream().forEach(node -> sum.add(Math.max(0, left(node))));
    return sum;
  }

  /** Sets the amount to look for; every node has an amount of zero, also an overdrawn one. */
  void setQuery(ExactSum needed) {
    query = needed.value() > 0 ? needed.value() : Double.NEGATIVE_INFINITY;
    queryRest = needed.value() > 0 ? needed.rest() : 0;
    least = Math.nextDown(query - mostSlack);
  }

  /** A lower bound on the free amount of each node that has the amount of the query. */
  double least() {
    return least;
  }

  /** Whether the node has the amount of the query, exactly. */
  boolean fitsQuery(int node) {
    return left(node) - query + (rests[node] - queryRest) >= -slack[node];
  }

  /** How many times the node has an amount, at most {@code most}; may be wrong by one. */
  int times(int node, double amount, int most) {
    return amount > 0
        ? (int) Math.clamp(Math.floor((left(node) + slack[node]) / amount), 0, most)
        : most;
  }

  boolean isOverdrawn(int node) {
    return left(node) < -slack[node];
  }

  /** Gives this many times an amount back to the node, or takes it if the number is negative. */
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
