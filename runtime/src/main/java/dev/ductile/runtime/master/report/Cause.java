package dev.ductile.runtime.master.report;

import java.util.Locale;

/** The reason for a reconfiguration. */
public enum Cause {
  START,
  /** A member joins or leaves, or partitions are placed anew. */
  CHANGE,
  /** A checkpoint is due that can be written only while all members are halted. */
  CHECKPOINT,
  /** The last step is near. */
  FINISH,
  /** The job was asked to stop. */
  STOP,
  LOSS,
  SUSPICION,
  /** No step has finished for a long time. */
  STALL,
  /** A member, or the master, has come back. */
  RETURN;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
