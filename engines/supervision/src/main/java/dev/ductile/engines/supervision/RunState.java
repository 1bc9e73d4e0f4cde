package dev.ductile.engines.supervision;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Where a job is in the hands of its engine. */
enum RunState {
  /** It is to run nowhere, and nothing of it is left. */
  IDLE,
  /** It is to run, and waits until the nodes have room and its pause after a crash is over. */
  WAITING,
  /** Its tasks are up and have not reported a step. */
  STARTING,
  RUNNING,
  /** Its tasks are asked to end; why, its {@link StopReason} says. */
  STOPPING,
  OVER;

  private static final Map<RunState, Set<RunState>> NEXT = table();

  boolean canBecome(RunState next) {
    return NEXT.getOrDefault(this, Set.of()).contains(next);
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
