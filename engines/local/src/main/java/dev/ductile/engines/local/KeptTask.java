package dev.ductile.engines.local;

import dev.ductile.engines.supervision.DurableLauncher;
import dev.ductile.engines.supervision.TaskEvent;
import dev.ductile.engines.supervision.TaskSpec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A task of a node agent: its newest lines and how it ended, kept for the next client and passed on
 * to the present one.
 */
final class KeptTask {
  /** The newest lines of a task are kept up to this many characters. */
  private static final int MOST_KEPT = 256 * 1024;

  private final TaskSpec spec;
  private final ArrayDeque<TaskEvent.Line> lines = new ArrayDeque<>();
  private final List<TaskEvent> states = new ArrayList<>();
  private Consumer<TaskEvent> follower = _ -> {};
  private int kept;
  private boolean stopping;
  private boolean over;

  KeptTask(TaskSpec spec) {
    this.spec = spec;
  }

  synchronized void accept(TaskEvent event) {
    switch (event) {
      case TaskEvent.Printed _ -> {}
      case TaskEvent.Line line -> keep(line);
      case TaskEvent.Placed _, TaskEvent.Exited _ -> states.add(event);
      case TaskEvent.Gone _, TaskEvent.Lost _ -> {
        states.add(event);
        over = true;
      }
    }
    follower.accept(event);
  }

  private void keep(TaskEvent.Line line) {
    lines.addLast(line);
    kept += line.text().length();
    while (kept > MOST_KEPT && lines.size() > 1) {
      kept -= lines.removeFirst().text().length();
    }
  }

  /** Passes on what is kept, and then what happens. */
  synchronized void follow(Consumer<TaskEvent> newFollower) {
    follower = newFollower;
    lines.forEach(follower);
    states.forEach(follower);
  }

  synchronized void leave() {
    follower = _ -> {};
  }

  synchronized void isStopping() {
    stopping = true;
  }

  /** Whether nothing of it runs. */
  synchronized boolean isOver() {
    return over;
  }

  synchronized DurableLauncher.Found found() {
    return new DurableLauncher.Found(spec, stopping);
  }
}
