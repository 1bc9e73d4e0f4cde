package dev.ductile.api;

/** How a job changes its size. */
public enum Mechanism {
  /** Stop with a checkpoint, start again at the new size. */
  CHECKPOINT,
  /** Tasks join and leave while the others go on. */
  HOT
}
