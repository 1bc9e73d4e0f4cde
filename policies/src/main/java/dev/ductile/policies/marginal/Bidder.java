package dev.ductile.policies.marginal;

import dev.ductile.api.Size;
import dev.ductile.policies.sizing.Candidate;

/**
 * A job that buys step by step.
 *
 * @param weight worth of one unit of speed
 * @param inertia share by which a step is worth more if the job has it already
 */
record Bidder(
    Candidate candidate, SteepestSteps all, SteepestSteps kept, double weight, double inertia) {
  /** The bid for the next step from this size. */
  Bid bid(int size) {
    return bid(size, candidate.speeds().count());
  }

  /** The same, if sizes above {@code most} are not available. */
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
    return size == SteepestSteps.NOTHING ? Size.NONE : candidate.size(size - 1);
  }

  long arrival() {
    return candidate.job().arrival();
  }
}
