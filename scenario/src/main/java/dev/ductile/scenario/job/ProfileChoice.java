package dev.ductile.scenario.job;

import dev.ductile.api.JobId;

/** The earlier job, if any, whose measured speed a new job starts with. */
public sealed interface ProfileChoice {
  /** The newest job of the same owner and name that runs the same program, if it was measured. */
  record Newest() implements ProfileChoice {}

  /** This job. */
  record From(JobId job) implements ProfileChoice {}

  /** No job: the speed of the file counts, which may be unknown. */
  record None() implements ProfileChoice {}
}
