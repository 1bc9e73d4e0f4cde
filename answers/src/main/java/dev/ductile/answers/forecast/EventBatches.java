package dev.ductile.answers.forecast;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import java.time.Duration;
import java.util.Optional;

/**
 * The lengths of the batches in which a simulated world reports its events. Near the beginning they
 * are short, so near times are exact; later ones are short beside the time of a job, so that nodes
 * are idle for a small part of it.
 *
 * @param part the length of a batch as a part of the time before it; 0 for no batches
 * @param longest the longest batch in seconds
 */
record EventBatches(double part, double longest) {
  static final EventBatches NONE = new EventBatches(0, 0);

  private static final double FINE = 0.2;
  private static final double COARSE = 0.5;

  /** With fewer decisions the batches grow faster. */
  private static final long ENOUGH_DECISIONS = 150;

  private static final double LEAST_SHARE = 1.0 / 32;
  private static final double MOST_SHARE = 1.0 / 4;

  /** The drain time counts the work as if it were divided well; a real plan takes longer. */
  private static final double SLACK = 2;

  /**
   * Batches with which a future takes about so many decisions, if that is possible.
   *
   * @param drainSeconds the time of all work, if the cluster were one machine
   */
  static EventBatches of(Cluster cluster, double drainSeconds, long decisions) {
    double typical = typicalSeconds(cluster);
    double part = decisions < ENOUGH_DECISIONS ? COARSE : FINE;
    double first = Math.log(Math.max(Math.E, typical)) / Math.log1p(part);
    double share = SLACK * drainSeconds / typical / Math.max(1, decisions - first);
    return new EventBatches(part, typical * Math.clamp(share, LEAST_SHARE, MOST_SHARE));
  }

  /** The median time to the end of a job at its present size, or at its least one. */
  private static double typicalSeconds(Cluster cluster) {
    double[] seconds =
        cluster.jobs().stream()
            .mapToDouble(job -> job.remainingSteps(cluster.now()) / speed(job))
            .filter(Double::isFinite)
            .sorted()
            .toArray();
    return seconds.length == 0 ? 1 : Math.max(1, seconds[seconds.length / 2]);
  }

  private static double speed(Job job) {
    return Optional.of(job.allocation())
        .filter(where -> !where.isNone())
        .map(job.speed()::stepsPerSecond)
        .orElseGet(() -> job.speedAt(job.spec().bounds().least()));
  }

  /** The length of a batch that begins after this time. */
  Duration after(Duration passed) {
    return Duration.ofMillis(Math.round(Math.min(part * passed.toMillis(), longest * 1e3)));
  }
}
