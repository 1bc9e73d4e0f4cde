package dev.ductile.models.topology;

import dev.ductile.models.ParameterChecks;

/**
 * The costs of a step of a job, for every placement of its workers.
 *
 * <p>The linear computation time and the norm that overlaps computation and exchange are from Qiao
 * et al. (Pollux, OSDI 2021, Section 3.2). The exchange is ours: a ring over the slowest link
 * between two workers, latencies that grow with the logarithm of the workers, and a factor for two
 * nodes. Both directions of such a ring use the same pair of nodes.
 *
 * @param fixed seconds of computation that do not depend on the batch
 * @param perExample seconds of computation per example of a worker
 * @param local the links inside a node
 * @param network the links between nodes; not faster than the local ones
 * @param pair the factor on a transfer between exactly two nodes; at least 1
 * @param overlap 1 for none; a larger value hides more of the shorter part
 */
public record StepCosts(
    double fixed,
    double perExample,
    LinkCost local,
    LinkCost network,
    double pair,
    double overlap) {
  public StepCosts {
    ParameterChecks.atLeastZero("fixed", fixed);
    ParameterChecks.atLeastZero("perExample", perExample);
    ParameterChecks.aboveZero("fixed + perExample", fixed + perExample);
    atLeastOne("pair", pair);
    atLeastOne("overlap", overlap);
    if (!local.isAtLeastAsGoodAs(network)) {
      throw new IllegalArgumentException(
          "links inside a node must be at least as fast as those between nodes, but %s is slower than %s"
              .formatted(local, network));
    }
  }

  public double computation(double examples) {
    return fixed + perExample * examples;
  }

  public double exchange(NodeSpread spread) {
    return transfer(spread) + rounds(spread);
  }

  /** The part of the exchange that becomes slower when other jobs share the link. */
  double transfer(NodeSpread spread) {
    double seconds = link(spread).transferSeconds(spread.workers());
    return spread.nodes() == 2 ? pair * seconds : seconds;
  }

  double rounds(NodeSpread spread) {
    return link(spread).roundSeconds(spread.workers());
  }

  public double seconds(double examples, NodeSpread spread) {
    return overlapped(computation(examples), exchange(spread));
  }

  /** The norm of two times; it lies between the longer one and their sum. */
  double overlapped(double computation, double exchange) {
    double longer = Math.max(computation, exchange);
    double shorter = Math.min(computation, exchange);
    return longer * StrictMath.pow(1 + StrictMath.pow(shorter / longer, overlap), 1 / overlap);
  }

  private LinkCost link(NodeSpread spread) {
    return spread.isOnOneNode() ? local : network;
  }

  private static void atLeastOne(String name, double value) {
    if (!(value >= 1) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          "%s must be a finite number of at least 1, not %s".formatted(name, value));
    }
  }
}
