package dev.ductile.cli.train;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * A queue of the master's lines between the engine and the display. A full queue drops its oldest
 * line.
 */
final class MasterLines {
  private static final int MOST = 10_000;

  private final Deque<String> waiting = new ArrayDeque<>();

  /** Adds a line; any thread may. */
  synchronized void add(String line) {
    if (waiting.size() == MOST) {
      waiting.removeFirst();
    }
    waiting.addLast(line);
  }

  /** The lines that have come since the last call. */
  synchronized List<String> take() {
    List<String> taken = List.copyOf(waiting);
    waiting.clear();
    return taken;
  }
}
