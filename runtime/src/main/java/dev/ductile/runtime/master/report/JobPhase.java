package dev.ductile.runtime.master.report;

import dev.ductile.runtime.lifecycle.Transitions;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;

/** The phase of a job; {@link #TRANSITIONS} is the whole state machine. */
public enum JobPhase {
  /** There are too few tasks to begin or to continue. */
  GATHERING,
  /** Workers are asked to halt. */
  HALTING,
  /** Servers are asked to halt. */
  COLLECTING,
  /** Workers get splits that no worker has in memory. */
  LOADING,
  /** Each member is given its assignment. */
  ASSIGNING,
  /** All members are halted and save. */
  SAVING,
  /** Training is finished and saved; the last checkpoint is being evaluated. */
  VALIDATING,
  /** The job trains. */
  RUNNING,
  /** All tasks are asked to end. */
  STOPPING,
  /** The job is over. */
  ENDED;

  public static final Transitions<JobPhase> TRANSITIONS =
      new Transitions<>(
          "job",
          Map.of(
              GATHERING, EnumSet.of(HALTING, STOPPING),
              HALTING, EnumSet.of(HALTING, COLLECTING, GATHERING, STOPPING),
              COLLECTING, EnumSet.of(LOADING, ASSIGNING, HALTING, GATHERING, STOPPING),
              LOADING, EnumSet.of(ASSIGNING, HALTING, GATHERING, STOPPING),
              ASSIGNING, EnumSet.of(RUNNING, SAVING, VALIDATING, HALTING, GATHERING, STOPPING),
              SAVING, EnumSet.of(RUNNING, VALIDATING, HALTING, GATHERING, STOPPING),
              VALIDATING, EnumSet.of(HALTING, GATHERING, STOPPING),
              RUNNING, EnumSet.of(HALTING, GATHERING, STOPPING),
              STOPPING, EnumSet.of(ENDED),
              ENDED, EnumSet.noneOf(JobPhase.class)));

  /** Whether a reconfiguration is under way. */
  public boolean isReconfiguration() {
    return switch (this) {
      case HALTING, COLLECTING, LOADING, ASSIGNING, SAVING, VALIDATING -> true;
      case GATHERING, RUNNING, STOPPING, ENDED -> false;
    };
  }

  /**
   * Whether every member has its orders, so that one that does not follow them can be suspected.
   */
  public boolean isTold() {
    return this == ASSIGNING || this == SAVING || this == RUNNING;
  }

  public boolean isOver() {
    return this == STOPPING || this == ENDED;
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
