package dev.ductile.engines.supervision;

import java.util.List;
import java.util.function.Consumer;

/**
 * Starts and ends the tasks of jobs: processes, containers or pods. The rest of a job's life is the
 * task of {@link SupervisedEngine}.
 *
 * <p>Calls come from one thread and return soon; a launcher that asks a distant service answers by
 * events. When a task has ended, the launcher asks the processes that the task left behind to end,
 * kills them after the grace of the task, and reports {@link TaskEvent.Gone} when none is left.
 */
public interface Launcher extends AutoCloseable {
  /**
   * A task to start, and the listener of its events, which is called on threads of the launcher.
   */
  record Launch(TaskSpec spec, Consumer<TaskEvent> listener) {}

  /** Starts tasks that belong together; a task that cannot be started is reported as lost. */
  void start(List<Launch> tasks);

  /** Does nothing if the task is unknown or has ended. */
  void signal(TaskId task, TaskSignal signal);

  /** Releases the launcher's own resources; tasks end with it, unless it is durable. */
  @Override
  void close();
}
