package dev.ductile.learned.network;

/**
 * A network and the memory of the optimiser that trains it, from which training can resume.
 *
 * @param network the network
 * @param means the moving mean of the gradients
 * @param squares the moving mean of their squares
 * @param steps the number of steps so far
 */
public record TrainedNetwork(Network network, Gradients means, Gradients squares, long steps) {
  public TrainedNetwork {
    Gradients.requireSizes(network.layers(), means.layers());
    Gradients.requireSizes(network.layers(), squares.layers());
    if (steps < 0) {
      throw new IllegalArgumentException("%d steps of training".formatted(steps));
    }
  }

  /** A network before its first step. */
  public static TrainedNetwork untrained(Network network) {
    return new TrainedNetwork(network, Gradients.zero(network), Gradients.zero(network), 0);
  }
}
