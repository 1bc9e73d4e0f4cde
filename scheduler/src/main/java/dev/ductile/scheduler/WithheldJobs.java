package dev.ductile.scheduler;

import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobState;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that no policy may change: those that a user holds, and those that the engine has lost
 * sight of.
 */
final class WithheldJobs {
  private final Set<JobId> held = new LinkedHashSet<>();
  private int unknown;

  /** The jobs that must not run until they are resumed. */
  Set<JobId> held() {
    return held;
  }

  /** Whether the engine has lost sight of a job. */
  boolean anyIsUnknown() {
    return unknown > 0;
  }

  /** Counts a job anew: {@code before} is null for a new job, {@code after} for one that ended. */
  void update(@Nullable Job before, @Nullable Job after) {
    if (isUnknown(before) != isUnknown(after)) {
      unknown += isUnknown(after) ? 1 : -1;
    }
    if (isHeld(before) != isHeld(after)) {
      updateHeld(before, after);
    }
  }

  private void updateHeld(@Nullable Job before, @Nullable Job after) {
    if (after != null && isHeld(after)) {
      held.add(after.id());
    } else if (before != null) {
      held.remove(before.id());
    }
  }

  private static boolean isUnknown(@Nullable Job job) {
    return job != null && job.state() == JobState.UNKNOWN;
  }

  private static boolean isHeld(@Nullable Job job) {
    return job != null && job.manualOverride().held();
  }
}
