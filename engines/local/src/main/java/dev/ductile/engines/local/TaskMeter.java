package dev.ductile.engines.local;

import dev.ductile.engines.supervision.TaskId;
import dev.ductile.engines.supervision.TaskUse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Measures tasks by the processes of their sessions. Processor time after the last measurement of a
 * task is not counted, and neither is its duration.
 */
final class TaskMeter {
  private final ProcessTable processes;
  private final InstantSource time;
  private final Map<TaskId, Measurement> last = new HashMap<>();

  /**
   * The last measurement of a task.
   *
   * @param sum the processor time of the processes that were alive
   * @param cpuSeconds the processor time since the start of the task
   */
  private record Measurement(
      Instant at, double sum, double cpuSeconds, double cores, long memoryBytes) {
    /**
     * The next measurement. The sum falls when a process ends without a parent in the session that
     * waits for it; then the time since the last measurement is lost.
     */
    Measurement next(Instant now, SessionUse use) {
      double more = Math.max(0, use.cpuSeconds() - sum);
      double seconds = seconds(at, now);
      return new Measurement(
          now,
          use.cpuSeconds(),
          cpuSeconds + more,
          seconds > 0 ? more / seconds : cores,
          use.memoryBytes());
    }

    Measurement ended() {
      return new Measurement(at, sum, cpuSeconds, 0, 0);
    }
  }

  TaskMeter(ProcessTable processes, InstantSource time) {
    this.processes = processes;
    this.time = time;
  }

  /** Measures these tasks, and forgets all others. */
  synchronized Optional<List<TaskUse>> measure(Collection<LocalTask> tasks) {
    if (!processes.exists()) {
      return Optional.empty();
    }
    Map<Long, SessionUse> sessions =
        processes.sessions(tasks.stream().map(LocalTask::group).collect(Collectors.toSet()));
    Instant now = time.instant();
    var uses = new ArrayList<TaskUse>();
    for (LocalTask task : tasks) {
      Measurement before =
          last.getOrDefault(task.id(), new Measurement(task.started(), 0, 0, 0, 0));
      SessionUse use = sessions.get(task.group());
      Measurement next = use == null ? before.ended() : before.next(now, use);
      last.put(task.id(), next);
      uses.add(use(task, next));
    }
    last.keySet().retainAll(tasks.stream().map(LocalTask::id).collect(Collectors.toSet()));
    return Optional.of(uses);
  }

  private static TaskUse use(LocalTask task, Measurement measured) {
    return new TaskUse(
        task.id(),
        task.node(),
        task.cpus(),
        measured.cpuSeconds(),
        seconds(task.started(), measured.at()),
        measured.cores(),
        measured.memoryBytes());
  }

  private static double seconds(Instant from, Instant to) {
    return Duration.between(from, to).toNanos() / 1e9;
  }
}
