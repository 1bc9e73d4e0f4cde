package dev.ductile.runtime.master;

import dev.ductile.runtime.lifecycle.Transitions;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;

/** Where a job is; {@link #TRANSITIONS} is the whole state machine. */
public enum JobPhase {
  /** Too few tasks are there to begin, or to go on. */
  GATHERING,
  /** Workers are asked to stand. */
  HALTING,
  /** Servers are asked to stand. */
  COLLECTING,
  /** Workers get splits that nobody has. */
  LOADING,
  /** Everybody is told his part. */
  ASSIGNING,
  /** All stand still and save. */
  SAVING,
  /** All is done and saved; the last checkpoint is being evaluated. */
  VALIDATING,
  /** The job trains. */
  RUNNING,
  /** Everybody is told to end. */
  STOPPING,
  /** All is over. */
  ENDED;

  static final Transitions<JobPhase> TRANSITIONS =
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

  /** Whether a regroup is under way. */
  public boolean isRegroup() {
    return switch (this) {
      case HALTING, COLLECTING, LOADING, ASSIGNING, SAVING, VALIDATING -> true;
      case GATHERING, RUNNING, STOPPING, ENDED -> false;
    };
  }

  /** Whether everybody has been told his part, so that who does not do it can be suspected. */
  boolean isTold() {
    return this == ASSIGNING || this == SAVING || this == RUNNING;
  }

  public boolean isOver() {
    return this == STOPPING || this == ENDED;
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
