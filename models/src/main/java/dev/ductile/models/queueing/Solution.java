package dev.ductile.models.queueing;

import java.util.List;

/**
 * The steady state of a network.
 *
 * @param throughputs mini-batches per second of each class, in the network's order
 * @param downlink the part of the time for which it is busy, as of the uplink and the server
 * @param approximate whether the populations were too many for the recursion
 * @param settled whether the approximation came to rest; if not, this is the last it was at
 */
public record Solution(
    List<Double> throughputs,
    double downlink,
    double uplink,
    double server,
    boolean approximate,
    boolean settled) {
  public Solution {
    throughputs = List.copyOf(throughputs);
  }

  /** Mini-batches per second of all workers. */
  public double throughput() {
    double sum = 0;
    for (double throughput : throughputs) {
      sum += throughput;
    }
    return sum;
  }
}
