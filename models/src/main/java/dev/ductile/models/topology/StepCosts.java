package dev.ductile.models.topology;

import dev.ductile.models.Amounts;

/**
 * What a step of a job takes, wherever its workers are.
 *
 * <p>From Qiao et al. (Pollux, OSDI 2021, Section 3.2) come time to compute that is linear in the
 * batch, and a norm that lets computing and exchanging overlap. The exchange is ours: a ring over
 * the slowest link between two workers, latencies that grow with the logarithm of the workers, and
 * a factor for two nodes, which have but one pair of ends for both directions of the ring.
 *
 * @param fixed seconds to compute, whatever the batch
 * @param perExample seconds to compute for each example of a worker
 * @param local the links inside of a node
 * @param network the links between nodes, at most as good as the local ones
 * @param pair how many times as long a transfer takes between two nodes as among more; at least 1
 * @param overlap 1 for none; the larger, the more of the shorter part is hidden by the longer
 */
public record StepCosts(
    double fixed, double perExample, Link local, Link network, double pair, double overlap) {
  public StepCosts {
    Amounts.atLeastZero("fixed", fixed);
    Amounts.atLeastZero("perExample", perExample);
    Amounts.aboveZero("fixed + perExample", fixed + perExample);
    atLeastOne("pair", pair);
    atLeastOne("overlap", overlap);
    if (!local.isAtLeastAsGoodAs(network)) {
      throw new IllegalArgumentException(
          "links inside of a node must be as good as those between nodes, but %s is not %s"
              .formatted(local, network));
    }
  }

  public double computation(double examples) {
    return fixed + perExample * examples;
  }

  public double exchange(Spread spread) {
    return transfer(spread) + rounds(spread);
  }

  /** What of the exchange gets slower when the link must be shared. */
  double transfer(Spread spread) {
    double seconds = link(spread).transferSeconds(spread.workers());
    return spread.nodes() == 2 ? pair * seconds : seconds;
  }

  double rounds(Spread spread) {
    return link(spread).roundSeconds(spread.workers());
  }

  public double seconds(double examples, Spread spread) {
    return overlapped(computation(examples), exchange(spread));
  }

  /** The norm of two times: between the longer of them and their sum. */
  double overlapped(double computation, double exchange) {
    double longer = Math.max(computation, exchange);
    double shorter = Math.min(computation, exchange);
    return longer * StrictMath.pow(1 + StrictMath.pow(shorter / longer, overlap), 1 / overlap);
  }

  private Link link(Spread spread) {
    return spread.isOnOneNode() ? local : network;
  }

  private static void atLeastOne(String name, double value) {
    if (!(value >= 1) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          "%s must be a finite number of at least 1, not %s".formatted(name, value));
    }
  }
}
