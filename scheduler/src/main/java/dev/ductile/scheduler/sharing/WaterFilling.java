package dev.ductile.scheduler.sharing;

import java.util.ArrayList;
import java.util.List;

/**
 * Divides the resources of a cluster among demands: guaranteed shares first, and then all shares
 * grow in proportion to their weights. A share stops at its most, or when a resource that it uses
 * is used up.
 */
final class WaterFilling {
  private static final double ROUNDING = 1e-12;

  private final List<ShareDemand> demands;
  private final List<Double> totals;
  private final double[] shares;
  private final double[] used;

  private WaterFilling(List<ShareDemand> demands, List<Double> totals) {
    this.demands = demands;
    this.totals = totals;
    this.shares = new double[demands.size()];
    this.used = new double[totals.size()];
  }

  /**
   * The share of each demand.
   *
   * @param totals the amount of each resource of the cluster
   */
  static List<Double> shares(List<ShareDemand> demands, List<Double> totals) {
    var filling = new WaterFilling(demands, totals);
    filling.guarantee();
    filling.fill();
    var shares = new ArrayList<Double>();
    for (double share : filling.shares) {
      shares.add(share);
    }
    return shares;
  }

  /** Guarantees that exceed the cluster, because nodes are down, shrink in proportion. */
  private void guarantee() {
    double part = 1;
    for (int column = 0; column < totals.size(); column++) {
      double sum = 0;
      for (ShareDemand demand : demands) {
        sum += Math.min(demand.guaranteed(), demand.most()) * demand.usePerShare().get(column);
      }
      part = sum > totals.get(column) ? Math.min(part, totals.get(column) / sum) : part;
    }
    for (int demand = 0; demand < shares.length; demand++) {
      raise(demand, part * Math.min(demands.get(demand).guaranteed(), demands.get(demand).most()));
    }
  }

  /** Each step ends a demand or uses up a resource, so there are at most as many as both. */
  private void fill() {
    for (int step = 0; step < demands.size() + totals.size(); step++) {
      List<Integer> growing = growing();
      if (growing.isEmpty()) {
        return;
      }
      double level = level(growing);
      growing.forEach(demand -> raise(demand, level * demands.get(demand).weight()));
    }
  }

  private void raise(int demand, double by) {
    shares[demand] += by;
    for (int column = 0; column < used.length; column++) {
      used[column] += by * demands.get(demand).usePerShare().get(column);
    }
  }

  private List<Integer> growing() {
    var growing = new ArrayList<Integer>();
    for (int demand = 0; demand < shares.length; demand++) {
      if (demands.get(demand).most() - shares[demand] > ROUNDING
          && hasCapacity(demands.get(demand))) {
        growing.add(demand);
      }
    }
    return growing;
  }

  private boolean hasCapacity(ShareDemand demand) {
    for (int column = 0; column < used.length; column++) {
      double offer = totals.get(column) - used[column];
      if (demand.usePerShare().get(column) > 0 && offer <= ROUNDING * totals.get(column)) {
        return false;
      }
    }
    return true;
  }

  /** The largest growth per weight that no demand and no resource exceeds. */
  private double level(List<Integer> growing) {
    double level = Double.MAX_VALUE;
    double[] rates = new double[used.length];
    for (int index : growing) {
      ShareDemand demand = demands.get(index);
      level = Math.min(level, (demand.most() - shares[index]) / demand.weight());
      for (int column = 0; column < rates.length; column++) {
        rates[column] += demand.weight() * demand.usePerShare().get(column);
      }
    }
    for (int column = 0; column < rates.length; column++) {
      if (rates[column] > 0) {
        level = Math.min(level, Math.max(0, totals.get(column) - used[column]) / rates[column]);
      }
    }
    return level;
  }
}
