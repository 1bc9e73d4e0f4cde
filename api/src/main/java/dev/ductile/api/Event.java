package dev.ductile.api;

import java.time.Duration;
import java.time.Instant;

/** Something that happened in a cluster. The story of a cluster is the sum of its events. */
public sealed interface Event {
  Instant at();

  /** Whether it may change what the best plan is, so that the policy should be asked. */
  boolean opensDecision();

  /** Whether all it does is to end a job, and so to give back what that held. */
  default boolean isDeparture() {
    return switch (this) {
      case Finished finished -> true;
      case Failed failed -> true;
      case Cancelled cancelled -> true;
      case NodeUp up -> false;
      case NodeDown down -> false;
      case Submitted submitted -> false;
      case Refused refused -> false;
      case Allocated allocated -> false;
      case Stood stood -> false;
      case Running running -> false;
      case Progressed progressed -> false;
      case Rescaled rescaled -> false;
      case Released released -> false;
      case PhaseChanged changed -> false;
      case Crashed crashed -> false;
    };
  }

  record NodeUp(Instant at, Node node) implements Event {
    @Override
    public boolean opensDecision() {
      return true;
    }
  }

  record NodeDown(Instant at, NodeId node, String why) implements Event {
    @Override
    public boolean opensDecision() {
      return true;
    }
  }

  /**
   * A job has come.
   *
   * @param speed what is known of its speed
   * @param pause what a change of its size is expected to cost
   */
  record Submitted(Instant at, JobSpec spec, Speed speed, Duration pause) implements Event {
    @Override
    public boolean opensDecision() {
      return true;
    }
  }

  /** A job was submitted and is not accepted; a job of the same name goes on as if nothing was. */
  record Refused(Instant at, JobId job, String why) implements Event {
    @Override
    public boolean opensDecision() {
      return false;
    }
  }

  /** The scheduler gives a job something else than before; nothing means that it must wait. */
  record Allocated(Instant at, JobId job, Allocation from, Allocation to) implements Event {
    @Override
    public boolean opensDecision() {
      return false;
    }
  }

  /** A policy's note on a job. */
  record Stood(Instant at, JobId job, Standing standing) implements Event {
    @Override
    public boolean opensDecision() {
      return false;
    }
  }

  /** The tasks of a job are up where they should be, and it trains. */
  record Running(Instant at, JobId job, Allocation where, double stepsPerSecond) implements Event {
    @Override
    public boolean opensDecision() {
      return false;
    }
  }

  record Progressed(Instant at, JobId job, double steps, double stepsPerSecond) implements Event {
    @Override
    public boolean opensDecision() {
      return false;
    }
  }

  /** A job has changed its size, and this is how long it stood still for it. */
  record Rescaled(Instant at, JobId job, Size from, Size to, Duration pause) implements Event {
    @Override
    public boolean opensDecision() {
      return false;
    }
  }

  /** A job has let go of what it held, with this much done that will not be lost. */
  record Released(Instant at, JobId job, double steps) implements Event {
    @Override
    public boolean opensDecision() {
      return false;
    }
  }

  /** The scheduler has heard that a job is in another phase, by the steps that it has done. */
  record PhaseChanged(Instant at, JobId job, Phase phase) implements Event {
    @Override
    public boolean opensDecision() {
      return true;
    }
  }

  /** Tasks of a job died; it goes on from {@code steps} when it is given resources again. */
  record Crashed(Instant at, JobId job, double steps, String why) implements Event {
    @Override
    public boolean opensDecision() {
      return true;
    }
  }

  record Finished(Instant at, JobId job) implements Event {
    @Override
    public boolean opensDecision() {
      return true;
    }
  }

  record Failed(Instant at, JobId job, String why) implements Event {
    @Override
    public boolean opensDecision() {
      return true;
    }
  }

  record Cancelled(Instant at, JobId job, String why) implements Event {
    @Override
    public boolean opensDecision() {
      return true;
    }
  }
}
