package dev.ductile.server.metrics;

import java.util.HashSet;
import java.util.Set;

/** The queues that have time series of their own; all others share one label. */
final class QueueLabels {
  static final String OTHER = "other";
  static final int MOST = 100;

  private final Set<String> known = new HashSet<>();

  /** The label of a queue: its name, for the first hundred queues. */
  synchronized String label(String queue) {
    if (known.contains(queue)) {
      return queue;
    }
    if (known.size() == MOST) {
      return OTHER;
    }
    known.add(queue);
    return queue;
  }
}
