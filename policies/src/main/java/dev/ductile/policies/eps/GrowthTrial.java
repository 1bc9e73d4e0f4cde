package dev.ductile.policies.eps;

import dev.ductile.api.Note;
import dev.ductile.api.Size;

/** A note on a job that got more tasks. */
sealed interface GrowthTrial extends Note {
  GrowthTrial NONE = new None();

  /** The job has no tasks on trial. */
  record None() implements GrowthTrial {}

  /**
   * Tasks that were added, and stay only if the job has not become slower.
   *
   * @param stepsPerSecond the speed before they were added
   */
  record Given(boolean worker, boolean server, double stepsPerSecond) implements GrowthTrial {
    boolean holds(Role role) {
      return role == Role.WORKER ? worker : server;
    }
  }

  /** A size that is not to grow, because more tasks made the job slower. */
  record Refused(Size size) implements GrowthTrial {}
}
