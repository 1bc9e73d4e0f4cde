package dev.ductile.answers.forecast;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import java.util.Map;

/**
 * The times of decisions in the futures of one forecast: after each event, or after batches of
 * events if the budget is too small for that.
 *
 * @param simulations the futures that the budget allows
 * @param batches the events between two decisions
 * @param mostDecisions the most decisions of each future
 */
record ForecastPace(int simulations, EventBatches batches, long mostDecisions) {
  /** A job starts, changes and ends. */
  private static final int DECISIONS_PER_JOB = 3;

  /** Fewer simulations have no interval, more decisions have a finer one. */
  private static final int FEWEST_SIMULATIONS = 2;

  private static final long FEWEST_DECISIONS = 100;

  /** The first batches are short, and some jobs end later than the drain time. */
  private static final long MARGIN = 4;

  /**
   * The pace for this cluster.
   *
   * @param decisionNanos the wall time of one decision
   */
  static ForecastPace of(Cluster cluster, ForecastLimits limits, int wanted, long decisionNanos) {
    int jobs = cluster.jobs().size();
    long byTime = limits.time().toNanos() / Math.max(1, decisionNanos);
    long all = Math.max(1, Math.min(limits.jobDecisions() / (1 + jobs), byTime));
    long needed = DECISIONS_PER_JOB * Math.max(1L, jobs);
    int simulations = simulations(wanted, all, needed);
    long each = Math.max(1, all / simulations);
    EventBatches batches =
        needed <= each ? EventBatches.NONE : EventBatches.of(cluster, workSeconds(cluster), each);
    return new ForecastPace(simulations, batches, MARGIN * each);
  }

  private static int simulations(int wanted, long all, long needed) {
    long affordable = all / Math.min(FEWEST_DECISIONS, needed);
    return Math.clamp(affordable, Math.min(wanted, FEWEST_SIMULATIONS), wanted);
  }

  /** The time of all remaining work at least sizes, if the cluster were one machine. */
  private static double workSeconds(Cluster cluster) {
    Resources total = cluster.nodes().total();
    double seconds = 0;
    for (Job job : cluster.jobs()) {
      Size least = job.spec().bounds().least();
      double alone = job.remainingSteps(cluster.now()) / job.speedAt(least);
      seconds += Double.isFinite(alone) ? alone * share(job, least, total) : 0;
    }
    return seconds;
  }

  private static double share(Job job, Size size, Resources total) {
    double share = 0;
    for (Map.Entry<String, Double> need : job.spec().demand().of(size).amounts().entrySet()) {
      double all = total.amount(need.getKey());
      share = Math.max(share, all > 0 ? need.getValue() / all : 1);
    }
    return Math.min(1, share);
  }
}
