package dev.ductile.api;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The nodes in order of preference while what they have left changes: sorted on shelves of some
 * dozens, and every shelf knows the most that any node on it may have.
 */
final class Shelves {
  private static final int WIDTH = 48;

  private final FreeCapacity free;
  private final Preference preference;
  private final int column;
  private final double[] keys;
  private final List<Shelf> shelves = new ArrayList<>();

  private final class Shelf {
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

    /** What {@link #most} says may be too much after a removal; this makes it exact. */
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

    /** Where the node is, or would have to stand. */
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

  Shelves(FreeCapacity free, Preference preference, int column) {
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
      var shelf = new Shelf();
      for (int i = from; i < Math.min(count, from + WIDTH); i++) {
        shelf.nodes[shelf.count++] = sorted.get(i);
      }
      shelf.measure();
      shelves.add(shelf);
    }
  }

  boolean isOf(Preference otherPreference, int otherColumn) {
    return preference == otherPreference && column == otherColumn;
  }

  /** The first node in this order with room for what is now asked for; -1 for none. */
  int first() {
    int from = preference == Preference.FULLEST ? shelfOf(free.least(column), -1) : 0;
    for (int i = from; i < shelves.size(); i++) {
      Shelf shelf = shelves.get(i);
      if (shelf.mayFit()) {
        for (int at = 0; at < shelf.count; at++) {
          if (free.hasWanted(shelf.nodes[at])) {
            return shelf.nodes[at];
          }
        }
        shelf.measure();
      }
    }
    return -1;
  }

  /** Puts a node where it now belongs. */
  void move(int node) {
    double key = key(node);
    if (key == keys[node]) {
      return;
    }
    int from = shelfOf(keys[node], node);
    Shelf old = shelves.get(from);
    old.remove(old.position(keys[node], node));
    if (old.count == 0 && shelves.size() > 1) {
      shelves.remove(from);
    }
    keys[node] = key;
    int to = shelfOf(key, node);
    Shelf shelf = shelves.get(to);
    shelf.add(shelf.position(key, node), node);
    if (shelf.count == shelf.nodes.length) {
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

  /** The first shelf whose last node is not before this one, or the last shelf. */
  private int shelfOf(double key, int node) {
    int low = 0;
    int high = shelves.size() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      Shelf shelf = shelves.get(middle);
      if (before(shelf.nodes[shelf.count - 1], key, node)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return Math.max(low, 0);
  }

  private void split(int at) {
    Shelf full = shelves.get(at);
    var upper = new Shelf();
    upper.count = full.count - WIDTH;
    System.arraycopy(full.nodes, WIDTH, upper.nodes, 0, upper.count);
    full.count = WIDTH;
    full.measure();
    upper.measure();
    shelves.add(at + 1, upper);
  }
}
