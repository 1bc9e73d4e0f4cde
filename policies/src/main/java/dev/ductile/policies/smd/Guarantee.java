package dev.ductile.policies.smd;

import dev.ductile.api.Figure;
import java.time.Instant;
import java.util.List;

/**
 * The guarantee of Theorem 5: the least share of the best possible utility, and its probability.
 */
record Guarantee(double epsilon, Rounding rounding, FriezeClarke outer) {
  /** The two numbers of the theorem, as figures beside the plan. */
  List<Figure> figures(List<Offer> best, Instant now, int resources) {
    return List.of(
        new Figure(
            "guaranteedShare",
            share(best, now, resources),
            "least share of the best utility, by Theorem 5"),
        new Figure(
            "guaranteeHolds", probability(best.size()), "probability of that share, by Theorem 5"));
  }

  /**
   * The share: the utility of the least lucky job over that of the best.
   *
   * @param best every job at its fastest size
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
