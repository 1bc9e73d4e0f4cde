package dev.ductile.engines.supervision;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** A launcher whose tasks outlive it, so that a later launcher finds them. */
public interface DurableLauncher extends Launcher {
  /**
   * A task that was started before, perhaps by an earlier process.
   *
   * @param stopping whether it has received {@link TaskSignal#STOP} or {@link TaskSignal#KILL}
   */
  record Found(TaskSpec spec, boolean stopping) {}

  /**
   * Tasks that were started and are not forgotten, whether they run or have ended.
   *
   * @throws IOException if that cannot be said now; the supervision asks again
   */
  List<Found> list() throws IOException;

  /**
   * Sends the events of a found task to the listener: those that the launcher has kept, then {@link
   * TaskEvent.Replayed}, then new ones.
   */
  void follow(TaskId task, Consumer<TaskEvent> listener);
}
