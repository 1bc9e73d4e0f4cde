package dev.ductile.policies.queueing;

import dev.ductile.api.Cluster;
import dev.ductile.api.Placement;
import dev.ductile.policies.Rescaling;
import java.util.List;

/**
 * How a queue of jobs is served.
 *
 * @param preemptive whether a running job may be stopped for a job before it in the queue
 * @param skipping whether jobs may start before a job that finds no place
 * @param sizes how the sizes of jobs are chosen
 * @param placement how the tasks of jobs are placed
 */
public record QueueDiscipline(
    boolean preemptive, boolean skipping, SizeRule sizes, Placement placement) {

  /**
   * Stops running jobs for jobs before them in the queue, skips jobs that find no place, and uses
   * the requested sizes.
   */
  public static QueueDiscipline preemptive(Placement placement) {
    return new QueueDiscipline(true, true, SizeRule.AS_ASKED, placement);
  }

  /** Serves the queue of this picture, to which the ranking has been updated. */
  ServedJobs serve(Cluster cluster, Ranking ranking, QueueOrder order) {
    if (!preemptive) {
      return new NonPreemptive(this, cluster, ranking)
          .serve(free -> new MergedQueue(List.of(), ranking.waiting()));
    }
    return Rescaling.isFree(cluster)
        ? new Repack(this, cluster, ranking, order).serve()
        : new MinimalMoves(this, cluster, ranking, order).serve();
  }

  /** Whether this job, which found no place, blocks all jobs behind it. */
  boolean blocks(Ranked ranked, Cluster cluster) {
    return !skipping && ranked.group().isFeasible(cluster.nodes(), placement);
  }
}
