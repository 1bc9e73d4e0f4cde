package dev.ductile.api;

import java.time.Duration;

/**
 * What users and operators ask of a cluster. Each command is accepted, or refused with a reason.
 */
public sealed interface Command {
  /** A command about one job. */
  sealed interface OfJob extends Command {
    JobId job();
  }

  /**
   * Adds a job.
   *
   * @param speed what is known of its speed
   * @param pause what a change of its size is expected to cost
   */
  record Submit(JobSpec spec, SpeedSpec speed, Duration pause) implements OfJob {
    @Override
    public JobId job() {
      return spec.id();
    }
  }

  /** Ends a job for good. */
  record Cancel(JobId job, String why) implements OfJob {}

  /** Stops a job and keeps it stopped until it is resumed; its progress is saved. */
  record Hold(JobId job, String why) implements OfJob {}

  /** Lets a held job compete for resources again. */
  record Resume(JobId job) implements OfJob {}

  /** Changes what a job asks for; what its tasks are, and what they need, stays as submitted. */
  record Amend(JobSpec spec) implements OfJob {
    @Override
    public JobId job() {
      return spec.id();
    }
  }

  /** Fixes the size of a job by hand: no policy gives it another one. */
  record Scale(JobId job, Size size) implements OfJob {}

  /** Ends {@link Scale}: policies choose the job's size within its own bounds again. */
  record Unscale(JobId job) implements OfJob {}

  /** Moves all jobs away from a node and gives it to no other, until it is undrained. */
  record Drain(NodeId node, String why) implements Command {}

  /** Ends {@link Drain}. */
  record Undrain(NodeId node) implements Command {}

  /** Adds a queue, or changes its quota. */
  record SetQueue(Queue queue) implements Command {}

  /**
   * Lets another policy decide from now on; jobs go on, and keep the notes of the one before.
   *
   * @param policy its name, and its settings that differ from the defaults
   */
  record SetPolicy(String policy) implements Command {}
}
