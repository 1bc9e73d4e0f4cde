package dev.ductile.api;

import java.util.TreeMap;

/**
 * What is left of every node while a plan is being made: the one thing that a placement changes.
 * Finds the first node with room in logarithmic time, by a tree of the largest amount free.
 */
public final class Free {
  private final Nodes nodes;
  private final int leaves;

  /**
   * For each column a heap-shaped tree whose leaf {@code leaves + node} is the node's free amount.
   */
  private final double[][] trees;

  private final double[] totals;

  Free(Nodes nodes, double[][] amounts) {
    this.nodes = nodes;
    this.leaves = Math.max(1, Integer.highestOneBit(Math.max(1, nodes.count() * 2 - 1)));
    this.trees = new double[amounts.length][2 * leaves];
    this.totals = new double[amounts.length];
    for (int column = 0; column < amounts.length; column++) {
      double[] tree = trees[column];
      java.util.Arrays.fill(tree, -1);
      for (int node = 0; node < nodes.count(); node++) {
        tree[leaves + node] = amounts[column][node];
        totals[column] += amounts[column][node];
      }
      for (int parent = leaves - 1; parent > 0; parent--) {
        tree[parent] = Math.max(tree[2 * parent], tree[2 * parent + 1]);
      }
    }
  }

  private Free(Free original) {
    this.nodes = original.nodes;
    this.leaves = original.leaves;
    this.totals = original.totals.clone();
    this.trees = new double[original.trees.length][];
    for (int column = 0; column < trees.length; column++) {
      trees[column] = original.trees[column].clone();
    }
  }

  /** All of the cluster but what its protected jobs hold. */
  public static Free of(Cluster cluster) {
    Free free = cluster.nodes().allFree();
    for (Job job : cluster.pinned()) {
      free.take(job.allocation(), job.spec().demand());
    }
    return free;
  }

  /** What is left beside everything that now runs. */
  public static Free beside(Cluster cluster) {
    Free free = of(cluster);
    for (Job job : cluster.running()) {
      free.take(job.allocation(), job.spec().demand());
    }
    return free;
  }

  public Free copy() {
    return new Free(this);
  }

  public Nodes nodes() {
    return nodes;
  }

  public Need need(Resources resources) {
    return nodes.need(resources);
  }

  /** Whether the node has room for this many times the need. */
  public boolean fits(int node, Need need, int times) {
    return !need.isUnknown() && fitsAt(leaves + node, need, times);
  }

  /** How many times the need fits in the node, {@code most} at most. */
  public int room(int node, Need need, int most) {
    if (need.isUnknown()) {
      return 0;
    }
    int room = most;
    for (int column = 0; column < trees.length; column++) {
      double each = need.amount(column);
      if (each > 0) {
        room = (int) Math.min(room, Math.floor(trees[column][leaves + node] / each + 1e-9));
      }
    }
    return Math.max(room, 0);
  }

  /** The first node from {@code from} on with room for the need so many times; -1 for none. */
  public int first(Need need, int times, int from) {
    if (need.isUnknown() || from >= nodes.count()) {
      return -1;
    }
    return firstBelow(1, 0, leaves, need, times, from);
  }

  /** The first node from {@code from} on of which nothing is taken; -1 for none. */
  public int firstIdle(int from) {
    for (int node = from; node < nodes.count(); node++) {
      if (isIdle(node)) {
        return node;
      }
    }
    return -1;
  }

  public boolean isIdle(int node) {
    for (int column = 0; column < trees.length; column++) {
      if (trees[column][leaves + node] < nodes.capacity(column, node)) {
        return false;
      }
    }
    return true;
  }

  /** Whether all nodes together have so much left: necessary for any placement, not sufficient. */
  public boolean covers(Need need) {
    if (need.isUnknown()) {
      return false;
    }
    for (int column = 0; column < totals.length; column++) {
      if (!Resources.enough(totals[column], need.amount(column))) {
        return false;
      }
    }
    return true;
  }

  /** The largest amount of the named resource that any one node has left. */
  public double largest(String resource) {
    int column = nodes.columns().indexOf(resource);
    return column < 0 ? 0 : Math.max(0, trees[column][1]);
  }

  /** What the node has left of the named resource. */
  public double left(int node, String resource) {
    int column = nodes.columns().indexOf(resource);
    return column < 0 ? 0 : trees[column][leaves + node];
  }

  /** What all nodes together have left. */
  public Resources left() {
    var left = new TreeMap<String, Double>();
    for (int column = 0; column < totals.length; column++) {
      left.put(nodes.columns().get(column), Math.max(0, totals[column]));
    }
    return Resources.of(left);
  }

  public void take(int node, Need need, int times) {
    add(node, need, -times);
  }

  public void give(int node, Need need, int times) {
    add(node, need, times);
  }

  public void take(Allocation allocation, Demand demand) {
    add(allocation, demand, -1);
  }

  public void give(Allocation allocation, Demand demand) {
    add(allocation, demand, 1);
  }

  /** Whether the nodes of the allocation have room for all of it; false where a node is gone. */
  public boolean fits(Allocation allocation, Demand demand) {
    for (Allocation.Share share : allocation.shares()) {
      int node = nodes.indexOf(share.node()).orElse(-1);
      if (node < 0 || !fits(node, nodes.need(demand.of(share.size())), 1)) {
        return false;
      }
    }
    return true;
  }

  private void add(Allocation allocation, Demand demand, int sign) {
    for (Allocation.Share share : allocation.shares()) {
      int node = nodes.indexOf(share.node()).orElse(-1);
      if (node < 0) {
        continue;
      }
      if (share.size().workers() > 0) {
        add(node, nodes.need(demand.worker()), sign * share.size().workers());
      }
      if (share.size().servers() > 0) {
        add(node, nodes.need(demand.server()), sign * share.size().servers());
      }
    }
  }

  private void add(int node, Need need, int times) {
    for (int column = 0; column < trees.length; column++) {
      double change = need.amount(column) * times;
      if (change != 0) {
        totals[column] += change;
        set(trees[column], leaves + node, trees[column][leaves + node] + change);
      }
    }
  }

  private static void set(double[] tree, int leaf, double amount) {
    tree[leaf] = amount;
    for (int parent = leaf / 2; parent > 0; parent /= 2) {
      double largest = Math.max(tree[2 * parent], tree[2 * parent + 1]);
      if (tree[parent] == largest) {
        return;
      }
      tree[parent] = largest;
    }
  }

  private boolean fitsAt(int at, Need need, int times) {
    for (int column = 0; column < trees.length; column++) {
      if (!Resources.enough(trees[column][at], need.amount(column) * times)) {
        return false;
      }
    }
    return true;
  }

  private int firstBelow(int at, int low, int width, Need need, int times, int from) {
    if (low + width <= from || !fitsAt(at, need, times)) {
      return -1;
    }
    if (at >= leaves) {
      return low < nodes.count() ? low : -1;
    }
    int half = width / 2;
    int left = firstBelow(2 * at, low, half, need, times, from);
    return left >= 0 ? left : firstBelow(2 * at + 1, low + half, half, need, times, from);
  }
}
