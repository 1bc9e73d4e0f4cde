package dev.ductile.scheduler.sharing;

import dev.ductile.api.JobId;
import java.util.Optional;

/** The cause for which a running job gives resources back. */
sealed interface Loss {
  /** Another queue takes what the job's queue holds beyond its share. */
  record ToAnotherQueue() implements Loss {}

  /**
   * A job of higher priority in the same queue takes them.
   *
   * @param taker the first job that grows by them; none if only the policy knows
   */
  record ToHigherPriority(Optional<JobId> taker) implements Loss {}
}
