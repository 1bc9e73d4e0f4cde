package dev.ductile.api;

import java.time.Duration;

/** A request of a user or an operator. Each command is accepted, or refused with a reason. */
public sealed interface Command {
  /** A command about one job. */
  sealed interface OfJob extends Command {
    JobId job();
  }

  /**
   * Adds a job.
   *
   * @param speed the expected speed of the job
   * @param pause the expected pause of a rescale
   */
  record Submit(JobSpec spec, SpeedSpec speed, Duration pause, Origin origin) implements OfJob {
    /** A job that comes from no job file. */
    public Submit(JobSpec spec, SpeedSpec speed, Duration pause) {
      this(spec, speed, pause, Origin.NONE);
    }

    @Override
    public JobId job() {
      return spec.id();
    }
  }

  /**
   * Ends a job for good. Its tasks have only a short grace, so its nodes are free soon.
   *
   * @param by the user who asks for it; empty if none is known
   */
  record Cancel(JobId job, String why, String by) implements OfJob {
    /** Of an unknown user. */
    public Cancel(JobId job, String why) {
      this(job, why, "");
    }
  }

  /** Stops a job and keeps it stopped until it is resumed; its progress is saved. */
  record Hold(JobId job, String why, String by) implements OfJob {
    /** Of an unknown user. */
    public Hold(JobId job, String why) {
      this(job, why, "");
    }
  }

  /** Lets a held job compete for resources again. */
  record Resume(JobId job, String by) implements OfJob {
    /** Of an unknown user. */
    public Resume(JobId job) {
      this(job, "");
    }
  }

  /** Changes the request of a job. Its tasks and their needs stay as submitted. */
  record Amend(JobSpec spec, String by) implements OfJob {
    /** Of an unknown user. */
    public Amend(JobSpec spec) {
      this(spec, "");
    }

    @Override
    public JobId job() {
      return spec.id();
    }
  }

  /** Fixes the size of a job by hand; no policy can change it then. */
  record Scale(JobId job, Size size, String by) implements OfJob {
    /** Of an unknown user. */
    public Scale(JobId job, Size size) {
      this(job, size, "");
    }
  }

  /** Ends {@link Scale}: policies choose the job's size within its own bounds again. */
  record Unscale(JobId job, String by) implements OfJob {
    /** Of an unknown user. */
    public Unscale(JobId job) {
      this(job, "");
    }
  }

  /** Moves all jobs away from a node and places no others there, until it is undrained. */
  record Drain(NodeId node, String why) implements Command {}

  /** Ends {@link Drain}. */
  record Undrain(NodeId node) implements Command {}

  /** Adds a queue, or changes its quotas and its share. */
  record SetQueue(Queue queue) implements Command {}

  /** Removes a queue in which no job waits or runs, with its settings. */
  record RemoveQueue(String queue) implements Command {}

  /**
   * Replaces the policy. Jobs continue, and keep the notes of the policy before.
   *
   * @param policy the name of the policy, and its settings that differ from the defaults
   * @param why the reason as a sentence; empty if none is given
   */
  record SetPolicy(String policy, String why) implements Command {
    /** Without a reason. */
    public SetPolicy(String policy) {
      this(policy, "");
    }
  }
}
