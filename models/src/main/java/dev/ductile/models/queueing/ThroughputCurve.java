package dev.ductile.models.queueing;

import java.util.Arrays;

/**
 * The throughput of a queueing network as a function of its workers, and its steady states. Each
 * throughput is computed once; steady states are fast in ascending order of workers. Thread-safe.
 */
public final class ThroughputCurve {
  private final QueueingNetwork network;

  /**
   * The recursion at the last population; it only goes up, so a call with fewer workers starts
   * again.
   */
  private PopulationRecursion lattice;

  /** The throughputs of 1 worker, 2 workers, and so on; a known value never changes. */
  private volatile double[] throughputs = new double[16];

  /**
   * The number of known values. It is written after them and read before them, so that readers need
   * no lock.
   */
  private volatile int known;

  public ThroughputCurve(QueueingNetwork network) {
    this.network = network;
    this.lattice = new PopulationRecursion(network);
  }

  /** Mini-batches per second of all workers; constant beyond the most workers of a network. */
  public double throughput(int workers) {
    if (workers == 0) {
      return 0;
    }
    int counted = Math.min(workers, QueueingNetwork.MOST_WORKERS);
    if (counted > known) {
      extend(counted);
    }
    return throughputs[counted - 1];
  }

  private synchronized void extend(int workers) {
    if (workers > throughputs.length) {
      throughputs = Arrays.copyOf(throughputs, Math.max(workers, 2 * throughputs.length));
    }
    double[] values = throughputs;
    for (int count = known + 1; count <= workers; count++) {
      values[count - 1] = solve(count);
    }
    known = Math.max(known, workers);
  }

  /** The steady state with this many workers; constant beyond the most workers of a network. */
  public synchronized SteadyState solution(int workers) {
    int[] population = network.population(Math.min(workers, QueueingNetwork.MOST_WORKERS));
    return PopulationRecursion.suits(population)
        ? reach(population).solution(false, true)
        : SchweitzerApproximation.solve(network, population);
  }

  /** The most numbers that this curve keeps in memory. */
  public synchronized long mostKept() {
    return lattice.mostKept();
  }

  private double solve(int workers) {
    int[] population = network.population(workers);
    return PopulationRecursion.suits(population)
        ? reach(population).throughput()
        : SchweitzerApproximation.solve(network, population).throughput();
  }

  private Equilibrium reach(int[] population) {
    if (lattice.hasPassed(population)) {
      lattice = new PopulationRecursion(network);
    }
    return lattice.reach(population);
  }
}
