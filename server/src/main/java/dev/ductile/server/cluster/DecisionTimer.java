package dev.ductile.server.cluster;

import java.util.Optional;

/** The time of the last decision, and of the one that is under way; any thread may read them. */
final class DecisionTimer {
  private volatile double milliseconds;
  private volatile Optional<Long> since = Optional.empty();

  void begins(long nanos) {
    since = Optional.of(nanos);
  }

  void ends(long nanos) {
    milliseconds = nanos / 1e6;
    since = Optional.empty();
  }

  /** The time that the last decision took. */
  double milliseconds() {
    return milliseconds;
  }

  /** When the decision under way began. */
  Optional<Long> since() {
    return since;
  }
}
