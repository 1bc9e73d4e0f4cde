package dev.ductile.runtime.master;

import java.util.Locale;

/** Why a job regroups. */
public enum Cause {
  START,
  /** Somebody joins, leaves, or takes over what lies unevenly. */
  CHANGE,
  /** It is time for a checkpoint that needs everybody to stand. */
  CHECKPOINT,
  /** The last step is near. */
  FINISH,
  /** Somebody wants the job to stop. */
  STOP,
  LOSS,
  SUSPICION,
  /** No step for a long time. */
  STALL,
  /** Somebody, or the master, has come back. */
  RETURN;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
