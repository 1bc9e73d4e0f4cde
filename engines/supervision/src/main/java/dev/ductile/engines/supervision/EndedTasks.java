package dev.ductile.engines.supervision;

import java.util.ArrayList;
import java.util.List;

/**
 * Tasks that have ended and whose exit statuses the launcher must still keep. A scheduler writes
 * the events of one poll to its journal before it polls again. So the launcher may forget a task at
 * the poll after the one that returned the report of its end. A scheduler that dies in between
 * finds the task again.
 */
final class EndedTasks {
  private static final int MOST_WAITING = 10_000;

  private final List<SupervisedTask> noted = new ArrayList<>();
  private List<SupervisedTask> reported = new ArrayList<>();
  private List<SupervisedTask> delivered = new ArrayList<>();

  /** The task has ended; its consequences are reported in this round. */
  void note(SupervisedTask task) {
    noted.add(task);
  }

  /** The reports about the noted tasks wait for the next poll. */
  void publish() {
    List<SupervisedTask> surplus = new ArrayList<>();
    synchronized (this) {
      reported.addAll(noted);
      while (reported.size() > MOST_WAITING) {
        surplus.add(reported.removeFirst());
      }
    }
    noted.clear();
    surplus.forEach(SupervisedTask::forget);
  }

  /** Called by each poll, before it takes the events that wait. */
  void forgetDelivered() {
    List<SupervisedTask> written;
    synchronized (this) {
      written = delivered;
      delivered = reported;
      reported = new ArrayList<>();
    }
    written.forEach(SupervisedTask::forget);
  }
}
