package dev.ductile.simulator;

import dev.ductile.api.JobId;
import dev.ductile.api.Seed;
import dev.ductile.scenario.Feedback;
import dev.ductile.scenario.Noise;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Random effects on simulated jobs: the true speed of a run, its drift over time, and cancels by
 * users. Each draw depends only on the seed and the job, so all policies meet the same effects.
 */
final class RandomEffects {
  private final Noise noise;
  private final Feedback feedback;
  private final Seed seed;
  private final long start;
  private final long period;
  private long changed;

  RandomEffects(Noise noise, Feedback feedback, long seed, long start) {
    this.noise = noise;
    this.feedback = feedback;
    this.seed = new Seed(seed);
    this.start = start;
    this.period = noise.overTime() > 0 ? noise.every().toNanos() : 0;
    this.changed = start;
  }

  /** The factor by which this run of the job is faster than its speed model. */
  double speedup(JobId job) {
    return noise.perRun() == 0 ? 1 : factor(noise.perRun(), seed.stream("run " + job.name()));
  }

  /** The factor by which the job is faster in the present interval; its stream is "weather". */
  double drift(JobId job) {
    if (period == 0) {
      return 1;
    }
    long interval = (changed - start) / period;
    return factor(noise.overTime(), seed.stream("weather " + interval + " " + job.name()));
  }

  boolean isCancelled(JobId job) {
    return feedback.kill() > 0
        && seed.stream("feedback " + job.name()).nextDouble() < feedback.kill();
  }

  /** The quality of the job's first results, between 0 and 1. */
  double quality(JobId job) {
    return seed.stream("quality " + job.name()).nextDouble();
  }

  /** The worst job past its early feedback, if users keep fewer of these jobs than there are. */
  Optional<JobExecution> worstOfTooMany(Collection<JobExecution> jobs) {
    List<JobExecution> past =
        feedback.keep().isEmpty()
            ? List.of()
            : jobs.stream().filter(JobExecution::isPastFeedback).toList();
    return past.size() <= feedback.keep().orElse(0)
        ? Optional.empty()
        : past.stream().min(Comparator.comparingDouble(job -> quality(job.spec().id())));
  }

  /** The time of the next change of drift; never while there is no job. */
  long nextChange(boolean isEmpty) {
    return period == 0 || isEmpty ? SimulatedTime.NEVER : changed + period;
  }

  /** Whether the drift changes now. */
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
