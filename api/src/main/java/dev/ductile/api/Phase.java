package dev.ductile.api;

/** What a running job is for at this moment. */
public enum Phase {
  /** The user watches the first results, and may kill the job. */
  EARLY_FEEDBACK,
  /** The job trains to its end. */
  TRAINING
}
