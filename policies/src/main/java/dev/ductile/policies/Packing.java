package dev.ductile.policies;

import dev.ductile.api.Cluster;
import dev.ductile.api.Placement;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;

/** Starts first whose needs match best what is free, less a little for every second left to do. */
final class Packing implements Policy {
  private final double remainingWeight;
  private final Rules rules;
  private final Ranking ranking;

  Packing(double remainingWeight, Placement placement) {
    this.remainingWeight = remainingWeight;
    this.rules = new Rules(false, true, Sizing.AS_ASKED, placement);
    this.ranking = new Ranking(ClassicOrder.REMAINING_TIME, rules.sizing());
  }

  @Override
  public Plan decide(Cluster cluster) {
    ranking.update(cluster);
    Score score = Score.of(cluster, ranking, rules.placement(), remainingWeight);
    Awards awards =
        new Beside(rules, cluster, ranking)
            .awards(free -> new BestScore(ranking.groups(), score, free));
    return Plan.of(awards.grants(), new Explanation(cluster, awards.grants(), score, rules));
  }
}
