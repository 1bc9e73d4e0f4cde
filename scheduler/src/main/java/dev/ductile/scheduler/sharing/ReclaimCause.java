package dev.ductile.scheduler.sharing;

import dev.ductile.api.JobId;
import java.util.Optional;

/** The cause for which a running job gives resources back. */
sealed interface ReclaimCause {
  /** Another queue takes what the job's queue holds beyond its share. */
  record Borrowing() implements ReclaimCause {}

  /**
   * A job of higher priority in the same queue takes the resources.
   *
   * @param preemptor the first job that grows by them; none if only the policy knows
   */
  record HigherPriority(Optional<JobId> preemptor) implements ReclaimCause {}
}
