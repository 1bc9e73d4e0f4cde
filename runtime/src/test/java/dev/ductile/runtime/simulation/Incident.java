package dev.ductile.runtime.simulation;

import dev.ductile.runtime.master.report.JobPhase;

/** Something that happens to a job. A {@code pick} chooses among those that are there then. */
sealed interface Incident {
  /** {@code kill -9}; silently if the machine is lost, so that no connection is closed. */
  record Kill(int pick, boolean silently) implements Incident {}

  record KillMaster() implements Incident {}

  record Join(boolean worker) implements Incident {}

  record Leave(boolean worker, int pick) implements Incident {}

  /** A process stands still, as {@code kill -STOP} makes it. */
  record Stall(int pick, long nanos) implements Incident {}

  record StallMaster(long nanos) implements Incident {}

  /** All connections between two are cut. */
  record Cut(int pick, int other) implements Incident {}

  /** Nothing passes between two for a while. */
  record Silence(int pick, int other, long nanos) implements Incident {}

  record SlowDisk(int pick, long nanos) implements Incident {}

  /** Nothing can be written where checkpoints lie. */
  record FullDisk(long nanos) implements Incident {}

  /** A bit of a checkpoint flips. */
  record Rot(int pick, int bit) implements Incident {}

  /** The job is stopped as it is meant to be, and goes on after a while. */
  record StopAndGoOn(long nanos) implements Incident {}

  /** A task is killed when the next checkpoint is ordered, and its step has not come yet. */
  record KillBeforeSave(int pick) implements Incident {}

  /** Something happens soon after the job next enters a phase. */
  record In(JobPhase phase, Incident what) implements Incident {}
}
