package dev.ductile.runtime.simulation;

import dev.ductile.runtime.master.report.JobPhase;

/** A fault in a simulated job. A {@code pick} chooses among the present processes then. */
sealed interface InjectedFault {
  /** {@code kill -9}; silently if the machine is lost, so that no connection is closed. */
  record Kill(int pick, boolean silently) implements InjectedFault {}

  record KillMaster() implements InjectedFault {}

  record Join(boolean worker) implements InjectedFault {}

  record Leave(boolean worker, int pick) implements InjectedFault {}

  /** A process is suspended, as by {@code kill -STOP}. */
  record Stall(int pick, long nanos) implements InjectedFault {}

  record StallMaster(long nanos) implements InjectedFault {}

  /** All connections between two are cut. */
  record Cut(int pick, int other) implements InjectedFault {}

  /** Nothing passes between two for a while. */
  record Silence(int pick, int other, long nanos) implements InjectedFault {}

  record SlowDisk(int pick, long nanos) implements InjectedFault {}

  /** The disk of the checkpoints refuses writes. */
  record FullDisk(long nanos) implements InjectedFault {}

  /** A bit of a checkpoint flips. */
  record Rot(int pick, int bit) implements InjectedFault {}

  /** The job is stopped in order, and continues after a while. */
  record StopAndGoOn(long nanos) implements InjectedFault {}

  /** A task is killed after the next checkpoint is ordered and before its step. */
  record KillBeforeSave(int pick) implements InjectedFault {}

  /** A fault soon after the job next enters a phase. */
  record In(JobPhase phase, InjectedFault what) implements InjectedFault {}
}
