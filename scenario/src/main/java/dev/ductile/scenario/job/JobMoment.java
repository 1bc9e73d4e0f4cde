package dev.ductile.scenario.job;

import java.util.List;

/** A change of the state of a job that a user can be told. */
public enum JobMoment {
  /** It has its first resources. */
  STARTED,

  /** It has changed its size. */
  RESCALED,

  /** It has lost all its resources to other jobs, and waits. */
  PREEMPTED,

  /** Its tasks have died, and it is started again. */
  RESTARTED,
  SUCCEEDED,
  FAILED,
  CANCELLED;

  /** The ends of a job. */
  public static final List<JobMoment> ENDS = List.of(SUCCEEDED, FAILED, CANCELLED);
}
