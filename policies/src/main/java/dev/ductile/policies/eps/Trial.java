package dev.ductile.policies.eps;

import dev.ductile.api.Note;
import dev.ductile.api.Size;

/** What is remembered of a job that was given more tasks. */
sealed interface Trial extends Note {
  Trial NONE = new None();

  /** Nothing is remembered. */
  record None() implements Trial {}

  /**
   * Tasks that were added and stay only if the job has not become slower.
   *
   * @param stepsPerSecond how fast it was before
   */
  record Given(boolean worker, boolean server, double stepsPerSecond) implements Trial {
    boolean holds(Role role) {
      return role == Role.WORKER ? worker : server;
    }
  }

  /** A size that is not to grow, because more tasks made the job slower. */
  record Refused(Size size) implements Trial {}
}
