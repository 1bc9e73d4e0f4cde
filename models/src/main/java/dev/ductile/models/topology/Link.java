package dev.ductile.models.topology;

import dev.ductile.models.Amounts;

/**
 * What adding up gradients costs over one kind of link.
 *
 * @param transfer seconds for the bytes that each of very many workers sends, which is twice the
 *     gradient; fewer workers send less: (workers - 1) / workers of it
 * @param round seconds for each doubling of the workers: latencies, and waiting for the slowest
 */
public record Link(double transfer, double round) {
  private static final double LN2 = 0.6931471805599453;

  public Link {
    Amounts.atLeastZero("transfer", transfer);
    Amounts.atLeastZero("round", round);
  }

  double transferSeconds(int workers) {
    return transfer * (workers - 1) / workers;
  }

  double roundSeconds(int workers) {
    return round * StrictMath.log(workers) / LN2;
  }

  /** Whether this link is as good as the other for any number of workers. */
  boolean isAtLeastAsGoodAs(Link other) {
    return transfer <= other.transfer && round <= other.round;
  }
}
