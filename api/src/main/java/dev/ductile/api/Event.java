package dev.ductile.api;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;

/** A fact that happened in a cluster. The state of a cluster is the sum of its events. */
public sealed interface Event {
  Instant at();

  /** A change of a node. */
  sealed interface OfNode extends Event {}

  /** A setting that an operator has made for the whole cluster. */
  sealed interface Setting extends Event {}

  /** An event of one job. */
  sealed interface OfJob extends Event {
    JobId job();
  }

  /** A decision of the scheduler about a job, or its conclusion from reports. */
  sealed interface Decided extends OfJob {}

  /** A report of an engine about a job. */
  sealed interface Report extends OfJob {
    /** The revision of the newest order that the engine had accepted at this time. */
    long revision();
  }

  /** A request of a user that the scheduler has accepted. */
  sealed interface Accepted extends OfJob {}

  /** The end of a job; the job releases all its resources. */
  sealed interface Ended extends OfJob {}

  /** A node has joined, or a present node has changed. */
  record NodeUp(Instant at, Node node) implements OfNode {}

  record NodeDown(Instant at, NodeId node, String why) implements OfNode {}

  /** An operator drains a node: its jobs move away, and no other job is placed there. */
  record NodeDrained(Instant at, NodeId node, String why) implements OfNode {}

  record NodeUndrained(Instant at, NodeId node) implements OfNode {}

  /** A queue was added, or its quotas or its share were changed. */
  record QueueSet(Instant at, Queue queue) implements Setting {}

  /** A queue without jobs was removed with its settings. */
  record QueueRemoved(Instant at, String queue) implements Setting {}

  /**
   * Another policy makes the decisions from now on.
   *
   * @param why the reason as a sentence; empty if none was given
   */
  record PolicySet(Instant at, String policy, String why) implements Setting {
    /** Without a reason. */
    public PolicySet(Instant at, String policy) {
      this(at, policy, "");
    }
  }

  /**
   * A job was submitted.
   *
   * @param speed the expected speed of the job
   * @param pause the expected pause of a rescale
   */
  record Submitted(Instant at, JobSpec spec, SpeedSpec speed, Duration pause, Origin origin)
      implements Accepted {
    /** A job that comes from no job file. */
    public Submitted(Instant at, JobSpec spec, SpeedSpec speed, Duration pause) {
      this(at, spec, speed, pause, Origin.NONE);
    }

    @Override
    public JobId job() {
      return spec.id();
    }
  }

  /** A submitted job was not accepted. A job of the same name continues undisturbed. */
  record Refused(Instant at, JobId job, String why) implements Decided {}

  /**
   * A job must not run until it is resumed.
   *
   * @param by the user who asked for it; empty if none is known
   */
  record Held(Instant at, JobId job, String why, String by) implements Accepted {
    /** By an unknown user. */
    public Held(Instant at, JobId job, String why) {
      this(at, job, why, "");
    }
  }

  record Resumed(Instant at, JobId job, String by) implements Accepted {
    /** By an unknown user. */
    public Resumed(Instant at, JobId job) {
      this(at, job, "");
    }
  }

  /** The user has changed the request of a job. */
  record Amended(Instant at, JobSpec spec, String by) implements Accepted {
    /** By an unknown user. */
    public Amended(Instant at, JobSpec spec) {
      this(at, spec, "");
    }

    @Override
    public JobId job() {
      return spec.id();
    }
  }

  /** A user has fixed the size of a job by hand. */
  record Scaled(Instant at, JobId job, Size size, String by) implements Accepted {
    /** By an unknown user. */
    public Scaled(Instant at, JobId job, Size size) {
      this(at, job, size, "");
    }
  }

  record Unscaled(Instant at, JobId job, String by) implements Accepted {
    /** By an unknown user. */
    public Unscaled(Instant at, JobId job) {
      this(at, job, "");
    }
  }

  /**
   * The scheduler changes the allocation of a job; an empty one means that the job must wait.
   *
   * @param why the reason of the decision; a simulation does not write it
   */
  record Allocated(
      Instant at,
      JobId job,
      long revision,
      Allocation from,
      Allocation to,
      Optional<ChangeReason> why)
      implements Decided {
    /** Without a reason. */
    public Allocated(Instant at, JobId job, long revision, Allocation from, Allocation to) {
      this(at, job, revision, from, to, Optional.empty());
    }
  }

  /** A policy writes a note on a job, in place of its last note on it. */
  record Noted(Instant at, JobId job, String policy, Note note) implements Decided {}

  /**
   * Tasks of a job are up, and it trains.
   *
   * @param where the places of its tasks: the whole target of the order, or a part of it while the
   *     rest starts
   */
  record Running(Instant at, JobId job, long revision, Allocation where, double stepsPerSecond)
      implements Report {}

  /**
   * A job has trained steps.
   *
   * @param stepsPerSecond its speed with all of its tasks; 0 if that is not known
   * @param saved the steps of its last checkpoint, if the engine knows them
   */
  record Progressed(
      Instant at,
      JobId job,
      long revision,
      double steps,
      double stepsPerSecond,
      OptionalDouble saved)
      implements Report {
    /** A report that says nothing about checkpoints. */
    public Progressed(Instant at, JobId job, long revision, double steps, double stepsPerSecond) {
      this(at, job, revision, steps, stepsPerSecond, OptionalDouble.empty());
    }
  }

  /** A job has changed its size; it made no progress during the pause. */
  record Rescaled(Instant at, JobId job, long revision, Size from, Size to, Duration pause)
      implements Report {}

  /** A job has stopped as ordered and holds no resources; this many steps are saved. */
  record Released(Instant at, JobId job, long revision, double steps) implements Report {}

  /** Tasks of a job died. It continues from {@code steps} when it gets resources again. */
  record Crashed(Instant at, JobId job, long revision, double steps, String why)
      implements Report {}

  /**
   * The engine does not know whether the tasks of a job run. It reports {@code Running} or {@code
   * Crashed} as soon as it knows.
   */
  record Unknown(Instant at, JobId job, long revision, String why) implements Report {}

  /** The reported steps of a job put it into another phase. */
  record PhaseChanged(Instant at, JobId job, Phase phase) implements Decided {}

  /** Measurements have shown that the speed of a job differs from the scheduler's estimate. */
  record SpeedLearned(Instant at, JobId job, SpeedSpec speed) implements Decided {}

  record Finished(Instant at, JobId job) implements Ended {}

  record Failed(Instant at, JobId job, String why) implements Ended {}

  record Cancelled(Instant at, JobId job, String why, String by) implements Ended {
    /** By an unknown user, or by the scheduler. */
    public Cancelled(Instant at, JobId job, String why) {
      this(at, job, why, "");
    }
  }
}
