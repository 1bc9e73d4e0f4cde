package dev.ductile.models.topology;

import dev.ductile.models.ParameterChecks;

/**
 * The cost of summing gradients over one kind of link.
 *
 * @param transfer seconds in which each of very many workers sends twice the gradient; with fewer
 *     workers, the part (workers - 1) / workers of it
 * @param round seconds per doubling of the workers: latencies, and waiting for the slowest worker
 */
public record LinkCost(double transfer, double round) {
  private static final double LN2 = 0.6931471805599453;

  public LinkCost {
    ParameterChecks.atLeastZero("transfer", transfer);
    ParameterChecks.atLeastZero("round", round);
  }

  double transferSeconds(int workers) {
    return transfer * (workers - 1) / workers;
  }

  double roundSeconds(int workers) {
    return round * StrictMath.log(workers) / LN2;
  }

  /** Whether this link is at least as fast as the other for every number of workers. */
  boolean isAtLeastAsGoodAs(LinkCost other) {
    return transfer <= other.transfer && round <= other.round;
  }
}
