package dev.ductile.engines.supervision;

/** A request about a task that was started. */
public enum TaskSignal {
  /** Send SIGTERM to the task alone: it saves its work and ends. */
  STOP,
  /** Send SIGKILL to the task and to all processes that it started. */
  KILL,
  /** The end of the task is noted; the launcher can forget the task and its exit status. */
  FORGET
}
