package dev.ductile.engines.supervision;

import dev.ductile.api.JobId;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The state of a job in its engine. */
enum RunState {
  /** It has no tasks, and its order is to have none. */
  IDLE,
  /** It waits for free resources, or for the end of its pause after a crash. */
  WAITING,
  /** Its tasks start, and have not reported a step. */
  STARTING,
  RUNNING,
  /** Its tasks are asked to end, for a {@link StopReason}. */
  STOPPING,
  OVER;

  private static final Map<RunState, Set<RunState>> NEXT = table();

  boolean canBecome(RunState next) {
    return NEXT.getOrDefault(this, Set.of()).contains(next);
  }

  /** The next state of a job, if the table allows it. */
  RunState become(RunState next, JobId job) {
    if (!canBecome(next)) {
      throw new IllegalStateException(
          "job %s is %s and cannot become %s".formatted(job, this, next));
    }
    return next;
  }

  private static Map<RunState, Set<RunState>> table() {
    var table = new EnumMap<RunState, Set<RunState>>(RunState.class);
    table.put(IDLE, EnumSet.of(WAITING, OVER));
    table.put(WAITING, EnumSet.of(STARTING, IDLE, OVER));
    table.put(STARTING, EnumSet.of(RUNNING, STOPPING));
    table.put(RUNNING, EnumSet.of(STOPPING));
    table.put(STOPPING, EnumSet.of(WAITING, IDLE, OVER));
    return table;
  }
}
