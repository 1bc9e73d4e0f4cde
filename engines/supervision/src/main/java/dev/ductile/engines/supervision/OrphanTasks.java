package dev.ductile.engines.supervision;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Tasks that an earlier engine has left and that no order names. They are asked to end. */
final class OrphanTasks {
  private final List<Stray> orphans = new ArrayList<>();

  private record Stray(SupervisedTask task, Instant killAt) {}

  void add(SupervisedTask task, Instant killAt) {
    task.ask();
    orphans.add(new Stray(task, killAt));
  }

  boolean isEmpty() {
    return orphans.isEmpty();
  }

  /** Kills orphans that have not ended in time. */
  void look(Instant now, Consumer<SupervisedTask> onGone) {
    for (Stray stray : orphans) {
      if (stray.task().isOver()) {
        onGone.accept(stray.task());
      } else if (!now.isBefore(stray.killAt())) {
        stray.task().kill("no order names it");
      }
    }
    orphans.removeIf(stray -> stray.task().isOver());
  }
}
