package dev.ductile.models.queueing;

import java.util.Arrays;

/** The throughput of a network over its workers, each value worked out once. For many threads. */
public final class Curve {
  private final Network network;
  private final Lattice lattice;

  /** Replaced as a whole; values up to its count never change. */
  private volatile Known known = new Known(new double[16], 0);

  /** Throughputs of 1 to so many workers. */
  private record Known(double[] throughputs, int count) {}

  public Curve(Network network) {
    this.network = network;
    this.lattice = new Lattice(network);
  }

  /**
   * Mini-batches per second of all workers; with more than a network may have, as with the most.
   */
  public double throughput(int workers) {
    if (workers == 0) {
      return 0;
    }
    int index = Math.min(workers, Network.MOST_WORKERS) - 1;
    Known now = known;
    return index < now.count ? now.throughputs[index] : extended(index + 1).throughputs[index];
  }

  private synchronized Known extended(int workers) {
    Known now = known;
    if (now.count >= workers) {
      return now;
    }
    double[] throughputs =
        workers <= now.throughputs.length
            ? now.throughputs
            : Arrays.copyOf(now.throughputs, Math.max(workers, 2 * now.throughputs.length));
    for (int count = now.count + 1; count <= workers; count++) {
      throughputs[count - 1] = solved(count);
    }
    known = new Known(throughputs, workers);
    return known;
  }

  private double solved(int workers) {
    int[] population = network.population(workers);
    return Lattice.suits(population)
        ? lattice.reach(population).throughput()
        : Schweitzer.settle(network, population).throughput();
  }
}
