package dev.ductile.policies.smd;

import dev.ductile.api.Stock;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;

/**
 * A knapsack of jobs with worths and charges, and a capacity of each resource: the outer problem
 * (Problem 16).
 */
final class Knapsack {
  private final double[] values;
  private final double[][] charges;
  private final double[] capacity;

  private Knapsack(double[] values, double[][] charges, double[] capacity) {
    this.values = values;
    this.charges = charges;
    this.capacity = capacity;
  }

  /** The properties of equal items, between which only their order decides. */
  private record Kind(double value, List<Double> charges) {}

  /** A job that may be admitted. */
  interface Item {
    double worth();

    /** The charge of each resource; callers must not change the array. */
    double[] charge();
  }

  /** A knapsack of these items, with a capacity of each resource. */
  static Knapsack of(List<? extends Item> items, double[] capacity) {
    return new Knapsack(
        items.stream().mapToDouble(Item::worth).toArray(),
        items.stream().map(Item::charge).toArray(double[][]::new),
        capacity.clone());
  }

  int count() {
    return values.length;
  }

  int resources() {
    return capacity.length;
  }

  double value(int item) {
    return values[item];
  }

  double charge(int item, int resource) {
    return charges[item][resource];
  }

  double capacity(int resource) {
    return capacity[resource];
  }

  /** The most that may be taken of a resource, with a tolerance for fractions. */
  double most(int resource) {
    return Stock.of(capacity[resource]).most();
  }

  double value(BitSet chosen) {
    return chosen.stream().mapToDouble(item -> values[item]).sum();
  }

  /** The remaining amount of each resource beside these items; negative if there is too little. */
  double[] left(BitSet chosen) {
    double[] left = new double[capacity.length];
    for (int resource = 0; resource < left.length; resource++) {
      left[resource] = most(resource);
    }
    chosen.stream().forEach(item -> take(item, left));
    return left;
  }

  /** Whether the item alone fits. */
  boolean fits(int item) {
    return fits(item, left(new BitSet()));
  }

  boolean fits(int item, double[] left) {
    for (int resource = 0; resource < left.length; resource++) {
      if (charges[item][resource] > left[resource]) {
        return false;
      }
    }
    return true;
  }

  void take(int item, double[] left) {
    for (int resource = 0; resource < left.length; resource++) {
      left[resource] -= charges[item][resource];
    }
  }

  /** As many items of each worth and charge as the choice has, the earliest of them. */
  BitSet firstOfEquals(BitSet chosen) {
    var counts = new HashMap<Kind, Integer>();
    chosen.stream().forEach(item -> counts.merge(kind(item), 1, Integer::sum));
    var first = new BitSet(values.length);
    for (int item = 0; item < values.length; item++) {
      if (counts.getOrDefault(kind(item), 0) > 0) {
        counts.merge(kind(item), -1, Integer::sum);
        first.set(item);
      }
    }
    return first;
  }

  private Kind kind(int item) {
    return new Kind(values[item], Arrays.stream(charges[item]).boxed().toList());
  }

  /**
   * Adds those of the others that fit beside the chosen items, the most valuable first. The
   * solution of a relaxation has rounding errors; amounts are counted exactly here.
   *
   * @param chosen items that fit together
   */
  BitSet fitting(BitSet chosen, BitSet others) {
    var fitting = (BitSet) chosen.clone();
    double[] left = left(chosen);
    others.stream()
        .filter(item -> !chosen.get(item))
        .boxed()
        .sorted(Comparator.<Integer>comparingDouble(this::value).reversed())
        .filter(item -> fits(item, left))
        .forEach(item -> {
          take(item, left);
          fitting.set(item);
        });
    return fitting;
  }

  boolean holds(BitSet chosen) {
    for (double left : left(chosen)) {
      if (left < 0) {
        return false;
      }
    }
    return true;
  }

  /** The worth per charged share of the capacity; shares are summed over resources. */
  double density(int item) {
    double shares = 0;
    for (int resource = 0; resource < capacity.length; resource++) {
      if (charges[item][resource] > 0) {
        shares += charges[item][resource] / capacity[resource];
      }
    }
    return values[item] / shares;
  }
}
