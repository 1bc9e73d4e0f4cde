package dev.ductile.answers.forecast;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Estimate;
import dev.ductile.api.Job;
import dev.ductile.api.Seed;

/**
 * Draws the true speeds of jobs from the error ranges of their estimates. A range has a probability
 * of 90 %; each of its halves is a half of a log-normal distribution.
 *
 * @param seed of one future; a job draws the same factor in every future of the same seed
 */
record SpeedErrors(Seed seed) {
  /** The quantile of the normal distribution at 95 %. */
  private static final double RANGE_END = 1.6448536269514722;

  private static final double SLOWEST = 0.02;
  private static final double FASTEST = 50;

  /** The factor by which a job is faster than its estimate. */
  double factor(Job job) {
    Estimate estimate = estimate(job);
    if (isExact(estimate)) {
      return 1;
    }
    double draw = Seed.normal(seed.stream(job.id().name())) / RANGE_END;
    double end = (draw < 0 ? estimate.low() : estimate.high()) / estimate.stepsPerSecond();
    return Math.clamp(
        Math.pow(Math.clamp(end, SLOWEST, FASTEST), Math.abs(draw)), SLOWEST, FASTEST);
  }

  /** Whether no job of the cluster has an error, so that all futures are the same. */
  static boolean areNone(Cluster cluster) {
    return cluster.jobs().stream().allMatch(job -> isExact(estimate(job)));
  }

  private static boolean isExact(Estimate estimate) {
    return !(estimate.stepsPerSecond() > 0) || estimate.low() == estimate.high();
  }

  private static Estimate estimate(Job job) {
    return job.speed()
        .estimate(
            job.holdsResources() ? job.allocation() : Allocation.together(job.spec().asked()));
  }
}
