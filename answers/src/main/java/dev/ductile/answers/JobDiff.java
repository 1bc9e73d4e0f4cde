package dev.ductile.answers;

import dev.ductile.api.Allocation;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Reason;
import dev.ductile.api.RescaleMode;
import java.util.Optional;

/**
 * The change of one job by a decision.
 *
 * @param to the tasks after the decision; empty for a job that waits
 * @param mode how it changes its size, if it does
 * @param reason the reason that the policy gives
 */
record JobDiff(Job job, Allocation to, RescaleMode mode, Reason reason) {
  /** The kinds of changes, in the order of an answer: changes of running jobs first. */
  enum Kind {
    STOPPED("stops", "stop"),
    SHRUNK("shrinks", "shrink"),
    MOVED("moves", "move"),
    GROWN("grows", "grow"),
    STARTED("starts", "start"),
    KEPT("keeps its tasks", "keep their tasks"),
    WAITING("waits", "wait");

    private final String one;
    private final String many;

    Kind(String one, String many) {
      this.one = one;
      this.many = many;
    }

    /** The verb for this many jobs. */
    String verb(long jobs) {
      return jobs == 1 ? one : many;
    }

    /** The verb for one job, in a cell. */
    String word() {
      return this == KEPT ? "keeps" : one;
    }
  }

  static JobDiff of(Job job, Optional<Grant> grant, boolean isProtected, Reason reason) {
    Allocation kept = isProtected ? job.allocation() : Allocation.NONE;
    return new JobDiff(
        job,
        grant.map(Grant::allocation).orElse(kept),
        grant.map(Grant::rescaleMode).orElse(job.spec().rescaleMode()),
        reason);
  }

  Allocation from() {
    return job.allocation();
  }

  Kind kind() {
    if (to.isNone()) {
      return from().isNone() ? Kind.WAITING : Kind.STOPPED;
    }
    return switch (Reason.Kind.of(job, to)) {
      case STARTED -> Kind.STARTED;
      case GROWN -> Kind.GROWN;
      case SHRUNK -> Kind.SHRUNK;
      case MOVED -> Kind.MOVED;
      default -> Kind.KEPT;
    };
  }

  /** Whether the job runs before and after the decision, with other tasks. */
  boolean isResized() {
    return switch (kind()) {
      case SHRUNK, MOVED, GROWN -> true;
      case STOPPED, STARTED, KEPT, WAITING -> false;
    };
  }

  /** Whether the job saves a checkpoint, stops and starts again at once. */
  boolean restarts() {
    return isResized() && mode == RescaleMode.CHECKPOINT;
  }
}
