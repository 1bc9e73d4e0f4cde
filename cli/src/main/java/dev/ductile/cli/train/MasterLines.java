package dev.ductile.cli.train;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The master's lines on their way from the engine to the view. Where the view is late, the oldest
 * are dropped.
 */
final class MasterLines {
  private static final int MOST = 10_000;

  private final Deque<String> waiting = new ArrayDeque<>();

  /** Takes a line; may be called from any thread. */
  synchronized void heard(String line) {
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
