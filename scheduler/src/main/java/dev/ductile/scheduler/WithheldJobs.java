package dev.ductile.scheduler;

import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobState;
import dev.ductile.api.Reason;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The jobs that no policy may change: held jobs, and jobs in an unknown state. */
final class WithheldJobs {
  private final Set<JobId> held = new LinkedHashSet<>();
  private int unknown;

  /** The jobs that must not run until they are resumed. */
  Set<JobId> held() {
    return held;
  }

  /** Why jobs must not run: they are held, or wait for the ends of other jobs. */
  Map<JobId, Reason> reasons(OpenDependencies dependencies) {
    if (held.isEmpty() && dependencies.isEmpty()) {
      return Map.of();
    }
    Map<JobId, Reason> reasons = new HashMap<>();
    held.forEach(
        job -> reasons.put(job, Reason.of(Reason.Kind.HELD, "is held until it is resumed")));
    dependencies.withhold(reasons);
    return reasons;
  }

  /** Whether any job is in an unknown state. */
  boolean anyIsUnknown() {
    return unknown > 0;
  }

  /** Updates the counts: {@code before} is null for a new job, {@code after} for one that ended. */
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
