package dev.ductile.scheduler.sharing;

import java.util.ArrayList;
import java.util.List;

/**
 * Divides the resources of a cluster among claims: guaranteed shares first, and then all shares
 * grow in proportion to their weights. A share stops at its most, or when a resource that it uses
 * is used up.
 */
final class WaterFilling {
  private static final double ROUNDING = 1e-12;

  private final List<Claim> claims;
  private final List<Double> totals;
  private final double[] shares;
  private final double[] used;

  private WaterFilling(List<Claim> claims, List<Double> totals) {
    this.claims = claims;
    this.totals = totals;
    this.shares = new double[claims.size()];
    this.used = new double[totals.size()];
  }

  /**
   * The share of each claim.
   *
   * @param totals the amount of each resource of the cluster
   */
  static List<Double> shares(List<Claim> claims, List<Double> totals) {
    var filling = new WaterFilling(claims, totals);
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
      for (Claim claim : claims) {
        sum += Math.min(claim.guaranteed(), claim.most()) * claim.use().get(column);
      }
      part = sum > totals.get(column) ? Math.min(part, totals.get(column) / sum) : part;
    }
    for (int claim = 0; claim < shares.length; claim++) {
      raise(claim, part * Math.min(claims.get(claim).guaranteed(), claims.get(claim).most()));
    }
  }

  /** Each step ends a claim or uses up a resource, so there are at most as many as both. */
  private void fill() {
    for (int step = 0; step < claims.size() + totals.size(); step++) {
      List<Integer> growing = growing();
      if (growing.isEmpty()) {
        return;
      }
      double level = level(growing);
      growing.forEach(claim -> raise(claim, level * claims.get(claim).weight()));
    }
  }

  private void raise(int claim, double by) {
    shares[claim] += by;
    for (int column = 0; column < used.length; column++) {
      used[column] += by * claims.get(claim).use().get(column);
    }
  }

  private List<Integer> growing() {
    var growing = new ArrayList<Integer>();
    for (int claim = 0; claim < shares.length; claim++) {
      if (claims.get(claim).most() - shares[claim] > ROUNDING && hasRoom(claims.get(claim))) {
        growing.add(claim);
      }
    }
    return growing;
  }

  private boolean hasRoom(Claim claim) {
    for (int column = 0; column < used.length; column++) {
      double room = totals.get(column) - used[column];
      if (claim.use().get(column) > 0 && room <= ROUNDING * totals.get(column)) {
        return false;
      }
    }
    return true;
  }

  /** The largest growth per weight that no claim and no resource exceeds. */
  private double level(List<Integer> growing) {
    double level = Double.MAX_VALUE;
    double[] rates = new double[used.length];
    for (int index : growing) {
      Claim claim = claims.get(index);
      level = Math.min(level, (claim.most() - shares[index]) / claim.weight());
      for (int column = 0; column < rates.length; column++) {
        rates[column] += claim.weight() * claim.use().get(column);
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
