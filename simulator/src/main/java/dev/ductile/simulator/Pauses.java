package dev.ductile.simulator;

import dev.ductile.api.Allocation;
import dev.ductile.api.JobSpec;
import java.time.Duration;

/**
 * The pauses of jobs that start or change: the cost of the change, and the wait for resources that
 * other jobs hand over.
 */
final class Pauses {
  private final Costs costs;
  private final Handover handover;

  Pauses(Costs costs, Handover handover) {
    this.costs = costs;
    this.handover = handover;
  }

  /** The pause that a scheduler expects of a change. */
  Duration expected(JobSpec job) {
    return costs.expected(job);
  }

  /** The pause of a job that starts on free nodes. */
  Duration start(JobExecution job) {
    return job.hasTrained() ? costs.comeBack(job.spec()) : costs.start(job.spec());
  }

  /** The pause of a job that starts at {@code now}, on nodes that other jobs may still release. */
  Duration start(JobExecution job, Allocation target, long now) {
    return waitFor(job, target, now).plus(start(job));
  }

  /**
   * The pause of a change that begins at {@code now}; jobs that take its nodes wait for its end.
   */
  Duration change(JobExecution job, Allocation target, JobSpec asGranted, long now) {
    Duration cost = costs.change(asGranted);
    Duration wait = waitFor(job, target, now);
    Duration pause = cost.compareTo(wait) > 0 ? cost : wait;
    handover.record(job.where(), target, now + pause.toNanos());
    return pause;
  }

  /** The time until shrinking jobs have released the new place of the job. */
  private Duration waitFor(JobExecution job, Allocation target, long now) {
    return Duration.ofNanos(handover.readyAt(job.where(), target, now) - now);
  }
}
