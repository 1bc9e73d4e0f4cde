package dev.ductile.api;

/**
 * A job that must end before another job may start.
 *
 * @param job the job that must end
 * @param condition how it must end
 */
public record Dependency(JobId job, Condition condition) {
  /** How a job must end so that jobs that depend on it may start. */
  public enum Condition {
    /** It has done its work. */
    SUCCEEDED,

    /** It has ended in any way: it succeeded, failed or was cancelled. */
    ENDED
  }
}
