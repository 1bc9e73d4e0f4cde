package dev.ductile.models.queueing;

import java.util.Arrays;

/**
 * The throughput of a network over its workers, each value worked out once, and its whole state for
 * who asks from few workers to many. For many threads.
 */
public final class Curve {
  private final Network network;

  /** Where the last question ended; it only goes up, so a question about fewer begins anew. */
  private Lattice lattice;

  /** Of 1 worker, 2 workers, and so on; a value below the count never changes. */
  private volatile double[] throughputs = new double[16];

  /**
   * How many values are known. Written after them and read before them, by threads without lock.
   */
  private volatile int known;

  public Curve(Network network) {
    this.network = network;
    this.lattice = new Lattice(network);
  }

  /** Mini-batches per second of all workers; of more than a network may have, as of the most. */
  public double throughput(int workers) {
    if (workers == 0) {
      return 0;
    }
    int counted = Math.min(workers, Network.MOST_WORKERS);
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

  /** The steady state of so many workers; of more than a network may have, as of the most. */
  public synchronized Solution solution(int workers) {
    int[] population = network.population(Math.min(workers, Network.MOST_WORKERS));
    return Lattice.suits(population)
        ? reach(population).solution(false, true)
        : Schweitzer.settle(network, population);
  }

  /** How many numbers it keeps when it has been asked about many workers. */
  public synchronized long mostKept() {
    return lattice.mostKept();
  }

  private double solve(int workers) {
    int[] population = network.population(workers);
    return Lattice.suits(population)
        ? reach(population).throughput()
        : Schweitzer.settle(network, population).throughput();
  }

  private Equilibrium reach(int[] population) {
    if (lattice.hasPassed(population)) {
      lattice = new Lattice(network);
    }
    return lattice.reach(population);
  }
}
