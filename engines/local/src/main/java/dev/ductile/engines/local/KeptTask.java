package dev.ductile.engines.local;

import dev.ductile.engines.supervision.DurableLauncher;
import dev.ductile.engines.supervision.TaskEvent;
import dev.ductile.engines.supervision.TaskSpec;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A task of a node agent, with its newest lines and its end, which the next client asks for. */
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
    this.spec = spec.withoutSecrets();
  }

  synchronized void accept(TaskEvent event) {
    switch (event) {
      case TaskEvent.Printed _, TaskEvent.Replayed _ -> {}
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

  /** Sends the kept events, and then new ones. */
  synchronized void follow(Consumer<TaskEvent> newFollower, Instant now) {
    follower = newFollower;
    lines.forEach(follower);
    states.forEach(follower);
    follower.accept(new TaskEvent.Replayed(spec.id(), now));
  }

  synchronized void leave() {
    follower = _ -> {};
  }

  synchronized void isStopping() {
    stopping = true;
  }

  /** Whether no process of the task runs. */
  synchronized boolean isOver() {
    return over;
  }

  synchronized DurableLauncher.Found found() {
    return new DurableLauncher.Found(spec, stopping);
  }
}
