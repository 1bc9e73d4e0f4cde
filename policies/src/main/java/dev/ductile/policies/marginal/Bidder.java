package dev.ductile.policies.marginal;

import dev.ductile.api.Size;
import dev.ductile.policies.sizing.Candidate;

/**
 * A job that buys piece by piece.
 *
 * @param weight what a unit of speed is worth to it
 * @param inertia by which share more a piece is worth that it has already
 */
record Bidder(Candidate candidate, Steps all, Steps kept, double weight, double inertia) {
  /** What it offers for the next piece, having bought up to this size. */
  Bid bid(int size) {
    return bid(size, candidate.ladder().count());
  }

  /** The same, where no size above {@code most} is to be had. */
  Bid bid(int size, int most) {
    int next = all.next(size, most);
    double worth = weight * all.slope(size, next);
    if (!kept.reaches(size)) {
      return new Bid(this, size, next, worth);
    }
    int nextKept = kept.next(size, Math.min(most, kept.last()));
    double worthKept = weight * (1 + inertia) * kept.slope(size, nextKept);
    return worthKept >= worth
        ? new Bid(this, size, nextKept, worthKept)
        : new Bid(this, size, next, worth);
  }

  Size size(int size) {
    return size == Steps.NOTHING ? Size.NONE : candidate.size(size - 1);
  }

  long arrival() {
    return candidate.job().arrival();
  }
}
