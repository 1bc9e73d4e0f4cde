package dev.ductile.cli.train;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * A queue of the lines of masters between the engine and the display. A full queue drops its oldest
 * line.
 *
 * @param <L> a line
 */
final class MasterLines<L> {
  private static final int MOST = 10_000;

  private final Deque<L> waiting = new ArrayDeque<>();

  /** Adds a line; any thread may. */
  synchronized void add(L line) {
    if (waiting.size() == MOST) {
      waiting.removeFirst();
    }
    waiting.addLast(line);
  }

  /** The lines that have come since the last call. */
  synchronized List<L> take() {
    List<L> taken = List.copyOf(waiting);
    waiting.clear();
    return taken;
  }
}
