package dev.ductile.api;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The states of a job. */
public enum JobState {
  /** The job holds no resources. Its tasks may still be stopping. */
  QUEUED,
  /** The job holds resources, and its tasks are starting. */
  STARTING,
  /** The job trains. */
  RUNNING,
  /** The job changes its size. */
  RESCALING,
  /** The job holds resources, and the engine does not know whether its tasks run. */
  UNKNOWN,
  SUCCEEDED,
  FAILED,
  CANCELLED;

  private static final Map<JobState, Set<JobState>> NEXT = table();

  public boolean canBecome(JobState next) {
    return next == this || NEXT.getOrDefault(this, Set.of()).contains(next);
  }

  public boolean isOver() {
    return NEXT.getOrDefault(this, Set.of()).isEmpty();
  }

  private static Map<JobState, Set<JobState>> table() {
    var table = new EnumMap<JobState, Set<JobState>>(JobState.class);
    table.put(QUEUED, EnumSet.of(STARTING, SUCCEEDED, FAILED, CANCELLED));
    table.put(
        STARTING, EnumSet.of(RUNNING, RESCALING, UNKNOWN, QUEUED, SUCCEEDED, FAILED, CANCELLED));
    table.put(RUNNING, EnumSet.of(RESCALING, UNKNOWN, QUEUED, SUCCEEDED, FAILED, CANCELLED));
    table.put(RESCALING, EnumSet.of(RUNNING, UNKNOWN, QUEUED, SUCCEEDED, FAILED, CANCELLED));
    table.put(UNKNOWN, EnumSet.of(RUNNING, RESCALING, QUEUED, SUCCEEDED, FAILED, CANCELLED));
    return table;
  }
}
