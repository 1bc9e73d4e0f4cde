package dev.ductile.api;

/** The way in which a running job changes its size. */
public enum RescaleMode {
  /** All tasks save a checkpoint and stop; the job starts again at the new size. */
  CHECKPOINT,
  /** Tasks join and leave while the others train on. */
  HOT
}
