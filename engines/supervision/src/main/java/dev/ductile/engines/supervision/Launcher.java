package dev.ductile.engines.supervision;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Starts and ends the tasks of jobs: as processes, as containers or as pods. All else about a job
 * is the supervision's.
 *
 * <p>Calls come from one thread and return soon; a launcher that asks a distant service answers by
 * events. When a task has ended, the launcher asks what the task left behind to end, kills it after
 * the grace of the task, and reports {@link TaskEvent.Gone} when nothing is left.
 */
public interface Launcher extends AutoCloseable {
  /**
   * A task to start, and the listener of its events, which is called on threads of the launcher.
   */
  record Launch(TaskSpec spec, Consumer<TaskEvent> listener) {}

  /**
   * A task that was started before, perhaps by an earlier process.
   *
   * @param stopping whether it has received {@link TaskSignal#STOP} or {@link TaskSignal#KILL}
   */
  record Found(TaskSpec spec, boolean stopping) {}

  /** Starts tasks that belong together; one that cannot be started is reported as lost. */
  void start(List<Launch> tasks);

  /** Does nothing where the task is unknown or has ended. */
  void signal(TaskId task, TaskSignal signal);

  /**
   * Tasks that were started and are not forgotten, whether they run or have ended. There are none
   * where tasks end with the process of their launcher.
   */
  default List<Found> list() throws IOException {
    return List.of();
  }

  /** Sends the events of a found task to the listener, first those that the launcher has kept. */
  default void follow(TaskId task, Consumer<TaskEvent> listener) {
    throw new IllegalArgumentException("task %s was not found".formatted(task));
  }

  /** Releases the launcher's own resources; whether tasks end with it is the launcher's choice. */
  @Override
  void close();
}
