package dev.ductile.api;

import java.time.Duration;
import java.time.Instant;

/** Something that happened in a cluster. A cluster's state is the sum of its events. */
public sealed interface Event {
  Instant at();

  /** A change of the cluster itself. */
  sealed interface OfNode extends Event {}

  /** What an operator has set for the whole cluster. */
  sealed interface Setting extends Event {}

  /** Something that concerns one job. */
  sealed interface OfJob extends Event {
    JobId job();
  }

  /** What the scheduler decides about a job, or concludes from reports. */
  sealed interface Decided extends OfJob {}

  /** What an engine reports about a job. */
  sealed interface Report extends OfJob {
    /** The newest order that the engine had taken when it reported. */
    long revision();
  }

  /** What a user asked for and the scheduler accepted. */
  sealed interface Accepted extends OfJob {}

  /** The end of a job, which gives back all that it held. */
  sealed interface Ended extends OfJob {}

  /** A node has joined, or one that was there has changed. */
  record NodeUp(Instant at, Node node) implements OfNode {}

  record NodeDown(Instant at, NodeId node, String why) implements OfNode {}

  /** An operator drains a node: its jobs move away, and no other job is put there. */
  record NodeDrained(Instant at, NodeId node, String why) implements OfNode {}

  record NodeUndrained(Instant at, NodeId node) implements OfNode {}

  /** A queue is new, or has another quota. */
  record QueueSet(Instant at, Queue queue) implements Setting {}

  /** Another policy decides from now on. */
  record PolicySet(Instant at, String policy) implements Setting {}

  /**
   * A job was submitted.
   *
   * @param speed what is known of its speed
   * @param pause what a change of its size is expected to cost
   */
  record Submitted(Instant at, JobSpec spec, SpeedSpec speed, Duration pause) implements Accepted {
    @Override
    public JobId job() {
      return spec.id();
    }
  }

  /** A job was submitted and is not accepted; a job of the same name goes on undisturbed. */
  record Refused(Instant at, JobId job, String why) implements Decided {}

  /** A job must not run until it is resumed. */
  record Held(Instant at, JobId job, String why) implements Accepted {}

  record Resumed(Instant at, JobId job) implements Accepted {}

  /** A job asks for something else than before. */
  record Amended(Instant at, JobSpec spec) implements Accepted {
    @Override
    public JobId job() {
      return spec.id();
    }
  }

  /** The size of a job is fixed by hand. */
  record Scaled(Instant at, JobId job, Size size) implements Accepted {}

  record Unscaled(Instant at, JobId job) implements Accepted {}

  /** The scheduler gives a job another allocation; none means that the job must wait. */
  record Allocated(Instant at, JobId job, long revision, Allocation from, Allocation to)
      implements Decided {}

  /** A policy writes a note on a job, which takes the place of its last note on it. */
  record Noted(Instant at, JobId job, String policy, Note note) implements Decided {}

  /**
   * Tasks of a job are up, and it trains.
   *
   * @param where its tasks run: all of the order's target, or a part of it while the rest comes up
   */
  record Running(Instant at, JobId job, long revision, Allocation where, double stepsPerSecond)
      implements Report {}

  record Progressed(Instant at, JobId job, long revision, double steps, double stepsPerSecond)
      implements Report {}

  /** A job has changed its size, and trained no step for this long. */
  record Rescaled(Instant at, JobId job, long revision, Size from, Size to, Duration pause)
      implements Report {}

  /** A job has stopped as ordered and holds nothing; this many steps are saved. */
  record Released(Instant at, JobId job, long revision, double steps) implements Report {}

  /** Tasks of a job died; it goes on from {@code steps} when it is given resources again. */
  record Crashed(Instant at, JobId job, long revision, double steps, String why)
      implements Report {}

  /**
   * The engine has lost sight of a job: its tasks may run or not. The engine reports {@code
   * Running} or {@code Crashed} as soon as it knows.
   */
  record Unknown(Instant at, JobId job, long revision, String why) implements Report {}

  /** The steps that a job has reported put it into another phase. */
  record PhaseChanged(Instant at, JobId job, Phase phase) implements Decided {}

  record Finished(Instant at, JobId job) implements Ended {}

  record Failed(Instant at, JobId job, String why) implements Ended {}

  record Cancelled(Instant at, JobId job, String why) implements Ended {}
}
