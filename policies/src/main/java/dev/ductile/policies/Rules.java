package dev.ductile.policies;

import dev.ductile.api.Cluster;
import dev.ductile.api.Placement;
import java.util.List;

/**
 * How a line of jobs is served.
 *
 * @param preemptive whether a running job may be stopped for one before it in line
 * @param skipping whether those behind a job that finds no room may go before it
 */
record Rules(boolean preemptive, boolean skipping, Sizing sizing, Placement placement) {
  /** Serves the line of this picture, which the ranking has taken in. */
  Awards serve(Cluster cluster, Ranking ranking, Order order) {
    if (!preemptive) {
      return new Beside(this, cluster, ranking)
          .awards(free -> new Line(List.of(), ranking.waiting()));
    }
    return isFree(cluster)
        ? new Refill(this, cluster, ranking, order).awards()
        : new Careful(this, cluster, ranking, order).awards();
  }

  /** Whether this job, which found no room, keeps all others waiting behind it. */
  boolean blocks(Ranked ranked, Cluster cluster) {
    return !skipping && ranked.group().isFeasible(cluster.nodes(), placement);
  }

  /** Whether it costs nothing to change what runs. */
  private static boolean isFree(Cluster cluster) {
    for (int i = 0; i < cluster.running().size(); i++) {
      if (!cluster.running().get(i).pause().isZero()) {
        return false;
      }
    }
    return true;
  }
}
