package dev.ductile.engines.local;

import dev.ductile.engines.supervision.TaskId;
import dev.ductile.engines.supervision.TaskUse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The newest use of tasks that an agent has sent. A task that has ended is read once more. */
final class LatestUse {
  private final Map<TaskId, TaskUse> uses = new LinkedHashMap<>();
  private List<TaskUse> newest = List.of();
  private boolean isMeasured;

  synchronized void take(List<TaskUse> measured) {
    measured.forEach(use -> uses.put(use.task(), use));
    newest = List.copyOf(measured);
    isMeasured = true;
  }

  synchronized Optional<List<TaskUse>> read() {
    List<TaskUse> all = List.copyOf(uses.values());
    uses.keySet().retainAll(newest.stream().map(TaskUse::task).collect(Collectors.toSet()));
    return isMeasured ? Optional.of(all) : Optional.empty();
  }

  /** Nothing is known any more. */
  synchronized void clear() {
    uses.clear();
    newest = List.of();
    isMeasured = false;
  }
}
