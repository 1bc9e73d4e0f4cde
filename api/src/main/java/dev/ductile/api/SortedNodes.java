package dev.ductile.api;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The nodes in order of preference while their free amounts change: a sorted list of buckets with
 * some dozens of nodes each. Every bucket knows an upper bound on the free amounts of its nodes.
 */
final class SortedNodes {
  private static final int WIDTH = 48;

  private final FreeCapacity free;
  private final Preference preference;
  private final int column;
  private final double[] keys;
  private final List<Bucket> buckets = new ArrayList<>();

  private final class Bucket {
    private final int[] nodes = new int[2 * WIDTH];
    private final double[] most = new double[free.columns()];
    private int count;

    private void add(int at, int node) {
      System.arraycopy(nodes, at, nodes, at + 1, count - at);
      nodes[at] = node;
      count++;
      raise(node);
    }

    private void remove(int at) {
      count--;
      System.arraycopy(nodes, at + 1, nodes, at, count - at);
    }

    private void raise(int node) {
      for (int each = 0; each < most.length; each++) {
        most[each] = Math.max(most[each], free.amount(each, node));
      }
    }

    /** Computes {@link #most} again; it may be too large after a removal. */
    private void measure() {
      Arrays.fill(most, Double.NEGATIVE_INFINITY);
      for (int i = 0; i < count; i++) {
        raise(nodes[i]);
      }
    }

    private boolean mayFit() {
      for (int each = 0; each < most.length; each++) {
        if (most[each] < free.least(each)) {
          return false;
        }
      }
      return true;
    }

    /** The position of the node, or the position at which to insert it. */
    private int position(double key, int node) {
      int low = 0;
      int high = count;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (before(nodes[middle], key, node)) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }
  }

  SortedNodes(FreeCapacity free, Preference preference, int column) {
    this.free = free;
    this.preference = preference;
    this.column = column;
    int count = free.nodes().count();
    this.keys = new double[count];
    var sorted = new ArrayList<Integer>(count);
    for (int node = 0; node < count; node++) {
      keys[node] = key(node);
      sorted.add(node);
    }
    sorted.sort((a, b) -> Double.compare(keys[a], keys[b]));
    for (int from = 0; from < count; from += WIDTH) {
      var bucket = new Bucket();
      for (int i = from; i < Math.min(count, from + WIDTH); i++) {
        bucket.nodes[bucket.count++] = sorted.get(i);
      }
      bucket.measure();
      buckets.add(bucket);
    }
  }

  boolean isOf(Preference otherPreference, int otherColumn) {
    return preference == otherPreference && column == otherColumn;
  }

  /** The first node in this order with room for the present query; -1 for none. */
  int first() {
    int from = preference == Preference.FULLEST ? bucketOf(free.least(column), -1) : 0;
    for (int i = from; i < buckets.size(); i++) {
      Bucket bucket = buckets.get(i);
      if (bucket.mayFit()) {
        for (int at = 0; at < bucket.count; at++) {
          if (free.fitsQuery(bucket.nodes[at])) {
            return bucket.nodes[at];
          }
        }
        bucket.measure();
      }
    }
    return -1;
  }

  /** Moves a node to its present position in the order. */
  void move(int node) {
    double key = key(node);
    if (key == keys[node]) {
      return;
    }
    int from = bucketOf(keys[node], node);
    Bucket old = buckets.get(from);
    old.remove(old.position(keys[node], node));
    if (old.count == 0 && buckets.size() > 1) {
      buckets.remove(from);
    }
    keys[node] = key;
    int to = bucketOf(key, node);
    Bucket bucket = buckets.get(to);
    bucket.add(bucket.position(key, node), node);
    if (bucket.count == bucket.nodes.length) {
      split(to);
    }
  }

  private double key(int node) {
    return switch (preference) {
      case FULLEST -> free.amount(column, node);
      case EMPTIEST -> -free.amount(column, node);
      case LEAST_LOADED -> load(node);
    };
  }

  private double load(int node) {
    double load = 0;
    for (int each = 0; each < free.columns(); each++) {
      double capacity = free.nodes().capacity(each, node);
      if (capacity > 0) {
        load = Math.max(load, 1 - free.amount(each, node) / capacity);
      }
    }
    return load;
  }

  private boolean before(int other, double key, int node) {
    int byKey = Double.compare(keys[other], key);
    return byKey != 0 ? byKey < 0 : other < node;
  }

  /** The first bucket whose last node is not before this key, or the last bucket. */
  private int bucketOf(double key, int node) {
    int low = 0;
    int high = buckets.size() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      Bucket bucket = buckets.get(middle);
      if (before(bucket.nodes[bucket.count - 1], key, node)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return Math.max(low, 0);
  }

  private void split(int at) {
    Bucket full = buckets.get(at);
    var upper = new Bucket();
    upper.count = full.count - WIDTH;
    System.arraycopy(full.nodes, WIDTH, upper.nodes, 0, upper.count);
    full.count = WIDTH;
    full.measure();
    upper.measure();
    buckets.add(at + 1, upper);
  }
}
