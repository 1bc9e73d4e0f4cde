package dev.ductile.answers.forecast;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.scheduler.DecisionTimes;
import java.time.Duration;
import java.util.Map;

/**
 * The times of decisions in the futures of one forecast: after events, or at a period if the budget
 * is too small for that.
 *
 * @param simulations the futures that the budget allows
 * @param mostDecisions the most decisions of each
 */
record ForecastPace(int simulations, DecisionTimes times, long mostDecisions) {
  /** A job starts, changes and ends. */
  private static final int DECISIONS_PER_JOB = 3;

  /** Fewer simulations have no interval, more decisions have a finer one. */
  private static final int FEWEST_SIMULATIONS = 4;

  private static final long FEWEST_DECISIONS = 200;

  /** A period counts the work as if it were divided well; a real plan takes longer. */
  private static final double SLACK = 4;

  private static final double SHORTEST = 1;
  private static final double LONGEST = 86_400;

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
    DecisionTimes times =
        needed <= each
            ? DecisionTimes.ON_EVENTS
            : DecisionTimes.every(period(workSeconds(cluster), each));
    return new ForecastPace(simulations, times, each);
  }

  private static int simulations(int wanted, long all, long needed) {
    long affordable = all / Math.min(FEWEST_DECISIONS, needed);
    return Math.clamp(affordable, Math.min(wanted, FEWEST_SIMULATIONS), wanted);
  }

  private static Duration period(double seconds, long decisions) {
    double period = Math.clamp(SLACK * seconds / decisions, SHORTEST, LONGEST);
    return Duration.ofSeconds(Math.round(period));
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
