package dev.ductile.engines.supervision;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Tasks that an earlier engine has left and that no order names: they are ended. */
final class Strays {
  private final List<Stray> strays = new ArrayList<>();

  private record Stray(Task task, Instant killAt) {}

  void add(Task task, Instant killAt) {
    task.ask();
    strays.add(new Stray(task, killAt));
  }

  boolean isEmpty() {
    return strays.isEmpty();
  }

  /** Kills those that have not ended in time. */
  void look(Instant now, Consumer<Task> dismissal) {
    for (Stray stray : strays) {
      if (stray.task().isOver()) {
        dismissal.accept(stray.task());
      } else if (!now.isBefore(stray.killAt())) {
        stray.task().kill("no order names it");
      }
    }
    strays.removeIf(stray -> stray.task().isOver());
  }
}
