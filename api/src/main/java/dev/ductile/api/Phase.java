package dev.ductile.api;

/** The phases of a running job. */
public enum Phase {
  /** The user watches the first results, and may cancel the job. */
  EARLY_FEEDBACK,
  /** The job trains to its end. */
  TRAINING
}
