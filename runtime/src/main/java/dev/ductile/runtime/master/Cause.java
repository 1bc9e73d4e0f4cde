package dev.ductile.runtime.master;

import java.util.Locale;

/** Why a job regroups. */
public enum Cause {
  START(false),
  /** Somebody joins, leaves, or takes over what lies unevenly. */
  CHANGE(true),
  /** It is time for a checkpoint that needs everybody to stand. */
  CHECKPOINT(true),
  /** The last step is near. */
  FINISH(true),
  /** Somebody wants the job to stop. */
  STOP(true),
  LOSS(false),
  SUSPICION(false),
  /** No step for a long time. */
  STALL(false),
  /** Somebody, or the master, has come back. */
  RETURN(false);

  private final boolean planned;

  Cause(boolean planned) {
    this.planned = planned;
  }

  /** Whether workers may go on to a boundary first. */
  public boolean isPlanned() {
    return planned;
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
