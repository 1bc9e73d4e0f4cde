package dev.ductile.policies.smd;

import dev.ductile.api.Figure;
import java.time.Instant;
import java.util.List;

/**
 * What the paper proves of its own answer (Theorem 5): the share of the best possible utility that
 * it is worth at least, and how probable that is.
 */
record Guarantee(double epsilon, Rounding rounding, FriezeClarke outer) {
  /** The theorem's two numbers, for people. */
  List<Figure> figures(List<Offer> best, Instant now, int resources) {
    return List.of(
        new Figure(
            "guaranteedShare",
            share(best, now, resources),
            "the part of the best utility that Theorem 5 promises at least"),
        new Figure(
            "guaranteeHolds",
            probability(best.size()),
            "how probable Theorem 5 says it is that the promise holds"));
  }

  /**
   * The share, by the utility of the least lucky job over that of the best.
   *
   * @param best every job at the size at which it trains fastest
   */
  double share(List<Offer> best, Instant now, int resources) {
    double most = best.stream().mapToDouble(Offer::worth).max().orElse(0);
    double least = best.stream().mapToDouble(offer -> atWorst(offer, now)).min().orElse(0);
    return most > 0 ? least / most * outer.guarantee(best.size(), resources) : 1;
  }

  double probability(int jobs) {
    double missed = StrictMath.pow(rounding.delta() / 8, rounding.draws());
    return StrictMath.pow(1 - missed, jobs);
  }

  private double atWorst(Offer offer, Instant now) {
    double factor = (24 / rounding.factor(offer.allowance()) + 4) / rounding.delta();
    double seconds = offer.seconds() * (1 + epsilon) * factor;
    return Offer.worth(offer.candidate().job(), seconds, now);
  }
}
