package dev.ductile.engines.supervision;

import java.time.Instant;

/** Something that happened to a task. The events of a task arrive one at a time. */
public sealed interface TaskEvent {
  TaskId task();

  Instant at();

  /**
   * The task is placed, and other tasks reach it at this host. Reported if addresses are leased
   * without a host.
   */
  record Placed(TaskId task, Instant at, String host) implements TaskEvent {}

  /** The task has printed, and not yet ended its line. */
  record Printed(TaskId task, Instant at) implements TaskEvent {}

  /**
   * The task has printed a line.
   *
   * @param number number of the line among all lines of the task, from 1 on; a gap means that lines
   *     are only in the log
   */
  record Line(TaskId task, Instant at, long number, String text) implements TaskEvent {}

  /** All events that a {@link DurableLauncher} has kept of a followed task are reported. */
  record Replayed(TaskId task, Instant at) implements TaskEvent {}

  /** The task has ended; processes that it started may still run. */
  record Exited(TaskId task, Instant at, int status) implements TaskEvent {}

  /** No process of the task is left, and all its lines are reported. */
  record Gone(TaskId task, Instant at) implements TaskEvent {}

  /**
   * The task is gone, and it has no exit status: it could not be started, or its node was lost.
   *
   * @param why the reason, as the rest of a sentence: {@code was lost with its node}
   */
  record Lost(TaskId task, Instant at, String why) implements TaskEvent {}
}
