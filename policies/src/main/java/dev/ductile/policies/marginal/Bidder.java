package dev.ductile.policies.marginal;

import dev.ductile.api.Size;
import dev.ductile.policies.elastic.Contender;

/**
 * A job that buys piece by piece.
 *
 * @param weight what a unit of speed is worth to it
 * @param inertia by which share more a piece is worth that it has already
 */
record Bidder(Contender contender, Steps all, Steps kept, double weight, double inertia) {
  /** What it offers for the next piece, having bought up to this size. */
  Bid bid(int size) {
    double worth = weight * all.slope(size);
    double worthKept = kept.reaches(size) ? weight * (1 + inertia) * kept.slope(size) : 0;
    return worthKept >= worth
        ? new Bid(this, size, kept.reaches(size) ? kept.next(size) : size, worthKept)
        : new Bid(this, size, all.next(size), worth);
  }

  Size size(int size) {
    return size == Steps.NOTHING ? Size.NONE : contender.size(size - 1);
  }

  long arrival() {
    return contender.job().arrival();
  }
}
