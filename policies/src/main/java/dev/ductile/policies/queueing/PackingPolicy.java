package dev.ductile.policies.queueing;

import dev.ductile.api.Cluster;
import dev.ductile.api.Placement;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;

/**
 * Starts the jobs first whose needs fit best what is free, less a little for the time they have
 * left.
 */
public final class PackingPolicy implements Policy {
  private final double remainingWeight;
  private final QueueDiscipline discipline;
  private final Ranking ranking;

  /**
   * A policy that stops no job.
   *
   * @param remainingTime the order of remaining time, by which equal needs are sorted
   * @param remainingWeight what the mean remaining time weighs against the mean fit; 0 only packs
   */
  public PackingPolicy(QueueOrder remainingTime, double remainingWeight, Placement placement) {
    this.remainingWeight = remainingWeight;
    this.discipline = new QueueDiscipline(false, true, SizeRule.AS_ASKED, placement);
    this.ranking = new Ranking(remainingTime, discipline.sizes());
  }

  @Override
  public Plan decide(Cluster cluster) {
    ranking.update(cluster);
    Score score = Score.of(cluster, ranking, discipline.placement(), remainingWeight);
    Awards awards =
        new NonPreemptive(discipline, cluster, ranking)
            .awards(free -> new BestScore(ranking.groups(), score, free));
    return Plan.of(awards.grants(), QueueReasons.of(cluster, awards.grants(), score, discipline));
  }
}
