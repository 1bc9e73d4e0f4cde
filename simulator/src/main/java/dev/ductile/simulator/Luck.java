package dev.ductile.simulator;

import dev.ductile.api.JobId;
import dev.ductile.api.Seed;
import dev.ductile.scenario.Feedback;
import dev.ductile.scenario.Noise;
import java.util.random.RandomGenerator;

/**
 * What a simulated job cannot foresee: how fast this run of it truly is, how that drifts, and
 * whether its user kills it. Each draw depends on the seed and the job alone, so every policy meets
 * the same luck.
 */
final class Luck {
  private final Noise noise;
  private final Feedback feedback;
  private final Seed seed;
  private final long start;
  private final long period;
  private long changed;

  Luck(Noise noise, Feedback feedback, long seed, long start) {
    this.noise = noise;
    this.feedback = feedback;
    this.seed = new Seed(seed);
    this.start = start;
    this.period = noise.overTime() > 0 ? noise.every().toNanos() : 0;
    this.changed = start;
  }

  /** The factor by which the whole of this run is faster than it should be. */
  double ofRun(JobId job) {
    return noise.perRun() == 0 ? 1 : factor(noise.perRun(), seed.stream("run " + job.name()));
  }

  /** The factor by which the job is faster just now. */
  double weather(JobId job) {
    if (period == 0) {
      return 1;
    }
    long interval = (changed - start) / period;
    return factor(noise.overTime(), seed.stream("weather " + interval + " " + job.name()));
  }

  boolean isKilled(JobId job) {
    return feedback.kill() > 0
        && seed.stream("feedback " + job.name()).nextDouble() < feedback.kill();
  }

  /** How good the job's first results are, between 0 and 1. */
  double quality(JobId job) {
    return seed.stream("quality " + job.name()).nextDouble();
  }

  /** Whether users keep no more than so many jobs that are past their early feedback. */
  boolean isTooMany(int jobs) {
    return feedback.keep().isPresent() && jobs > feedback.keep().getAsInt();
  }

  /** When the weather changes next; it does not while nobody is there to feel it. */
  long nextChange(boolean nobody) {
    return period == 0 || nobody ? SimulatedTime.NEVER : changed + period;
  }

  /** Whether the weather has just changed. */
  boolean changes(long now) {
    if (period == 0 || now < changed + period) {
      return false;
    }
    changed += (now - changed) / period * period;
    return true;
  }

  /** Lognormal with mean 1; StrictMath, so that every machine draws the same. */
  private static double factor(double deviation, RandomGenerator random) {
    double variance = StrictMath.log1p(deviation * deviation);
    return StrictMath.exp(Math.sqrt(variance) * Seed.normal(random) - variance / 2);
  }
}
