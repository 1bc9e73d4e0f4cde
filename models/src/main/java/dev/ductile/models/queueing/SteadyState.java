package dev.ductile.models.queueing;

import java.util.List;

/**
 * The steady state of a queueing network.
 *
 * @param throughputs mini-batches per second of each class, in the network's order
 * @param downlink its utilisation, as of the uplink and the server
 * @param approximate whether there were too many populations for the recursion
 * @param converged whether the approximation converged; if not, this is its last iterate
 */
public record SteadyState(
    List<Double> throughputs,
    double downlink,
    double uplink,
    double server,
    boolean approximate,
    boolean converged) {
  public SteadyState {
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
