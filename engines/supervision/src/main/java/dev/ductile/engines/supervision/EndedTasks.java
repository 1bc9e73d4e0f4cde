package dev.ductile.engines.supervision;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Tasks that have ended and whose exit statuses the launcher must still keep. A scheduler writes
 * the events of one poll to its journal before it polls again or closes the engine. Only then may
 * the launcher forget the tasks whose ends that poll reported. A scheduler that dies in between
 * finds them again.
 */
final class EndedTasks {
  private static final int MOST_WAITING = 10_000;

  private final EventQueue events;
  private final List<SupervisedTask> noted = new ArrayList<>();
  private final Deque<Reported> reported = new ArrayDeque<>();

  /**
   * A task whose end is reported.
   *
   * @param reports the number of events that were reported by then
   */
  private record Reported(SupervisedTask task, long reports) {}

  /** Tasks whose ends are reported by these events. */
  EndedTasks(EventQueue events) {
    this.events = events;
  }

  /** The task has ended; its consequences are reported in this round. */
  void note(SupervisedTask task) {
    noted.add(task);
  }

  /** The reports about the noted tasks are made. */
  void publish() {
    var surplus = new ArrayList<SupervisedTask>();
    synchronized (this) {
      long reports = events.reported();
      noted.forEach(task -> reported.add(new Reported(task, reports)));
      while (reported.size() > MOST_WAITING) {
        surplus.add(reported.remove().task());
      }
    }
    noted.clear();
    surplus.forEach(SupervisedTask::forget);
  }

  /** The events that the polls until now returned are in the journal. */
  void forgetDelivered() {
    var written = new ArrayList<SupervisedTask>();
    synchronized (this) {
      long taken = events.taken();
      while (!reported.isEmpty() && reported.peek().reports() <= taken) {
        written.add(reported.remove().task());
      }
    }
    written.forEach(SupervisedTask::forget);
  }
}
