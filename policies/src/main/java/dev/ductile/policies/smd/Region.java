package dev.ductile.policies.smd;

import java.util.function.DoubleBinaryOperator;

/**
 * A convex polygon of fractional sizes, by its corners. A ratio of linear terms has its extremes at
 * corners. The Charnes-Cooper transformation (1962) with a linear program would find the same
 * points; with two variables, checking the corners is enough.
 */
final class Region {
  private static final double ROUNDING = 1e-9;

  private final double[] workers;
  private final double[] servers;
  private final int corners;

  private Region(double[] workers, double[] servers, int corners) {
    this.workers = workers;
    this.servers = servers;
    this.corners = corners;
  }

  /**
   * The fractional sizes within bounds and constraints (Constraint 7, with w and p of at least 1).
   */
  static Region of(Allowance allowance) {
    double leastWorkers = allowance.workers().least();
    double leastServers = allowance.servers().least();
    double mostWorkers = allowance.workers().most();
    double mostServers = allowance.servers().most();
    Region region =
        new Region(
            new double[] {leastWorkers, mostWorkers, mostWorkers, leastWorkers},
            new double[] {leastServers, leastServers, mostServers, mostServers},
            4);
    for (int resource = 0; resource < allowance.resources(); resource++) {
      region =
          region.below(
              allowance.worker(resource), allowance.server(resource), allowance.most(resource));
    }
    return region;
  }

  boolean isEmpty() {
    return corners == 0;
  }

  int corners() {
    return corners;
  }

  double workers(int corner) {
    return workers[corner];
  }

  double servers(int corner) {
    return servers[corner];
  }

  /** The least value of a function that is least at a corner; infinite for an empty region. */
  double least(DoubleBinaryOperator function) {
    double least = Double.POSITIVE_INFINITY;
    for (int corner = 0; corner < corners; corner++) {
      least = Math.min(least, function.applyAsDouble(workers[corner], servers[corner]));
    }
    return least;
  }

  /** The greatest value of a function that is greatest at a corner. */
  double greatest(DoubleBinaryOperator function) {
    return -least((w, p) -> -function.applyAsDouble(w, p));
  }

  /** The part with {@code a * workers + b * servers} of at most {@code limit}. */
  Region below(double a, double b, double limit) {
    double[] inWorkers = new double[corners + 2];
    double[] inServers = new double[corners + 2];
    int count = 0;
    for (int corner = 0; corner < corners; corner++) {
      int next = corner + 1 == corners ? 0 : corner + 1;
      double here = a * workers[corner] + b * servers[corner] - limit;
      double there = a * workers[next] + b * servers[next] - limit;
      double forgiven = ROUNDING * (Math.abs(limit) + Math.abs(a * workers[corner]));
      if (here <= forgiven && count < inWorkers.length) {
        inWorkers[count] = workers[corner];
        inServers[count] = servers[corner];
        count++;
      }
      boolean crosses = (here > forgiven && there < 0) || (here < 0 && there > forgiven);
      if (crosses && count < inWorkers.length) {
        double part = here / (here - there);
        inWorkers[count] = workers[corner] + part * (workers[next] - workers[corner]);
        inServers[count] = servers[corner] + part * (servers[next] - servers[corner]);
        count++;
      }
    }
    return new Region(inWorkers, inServers, count);
  }
}
