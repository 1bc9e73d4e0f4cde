package dev.ductile.policies.queueing;

import dev.ductile.api.Cluster;
import dev.ductile.api.Placement;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;

/**
 * Serves waiting jobs by packing score: the match of their needs with the free resources, less a
 * penalty for remaining time.
 */
public final class PackingPolicy implements Policy {
  private final double remainingWeight;
  private final QueueDiscipline discipline;
  private final Ranking ranking;

  /**
   * Creates the policy, which stops no job.
   *
   * @param remainingTime the order of remaining time, which sorts jobs of equal needs
   * @param remainingWeight weight of the mean remaining time relative to the mean fit; 0 ignores
   *     time
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
    ServedJobs served =
        new NonPreemptive(discipline, cluster, ranking)
            .serve(free -> new BestScore(ranking.groups(), score, free));
    return Plan.of(served.grants(), QueueReasons.of(cluster, served.grants(), score, discipline));
  }
}
