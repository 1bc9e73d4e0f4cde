package dev.ductile.models.queueing;

import java.util.Arrays;

/** The throughput of a network over its workers, each value worked out once. For many threads. */
public final class Curve {
  private final Network network;
  private final Lattice lattice;

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

  private double solve(int workers) {
    int[] population = network.population(workers);
    return Lattice.suits(population)
        ? lattice.reach(population).throughput()
        : Schweitzer.settle(network, population).throughput();
  }
}
