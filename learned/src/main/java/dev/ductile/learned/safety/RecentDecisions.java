package dev.ductile.learned.safety;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** The last decisions of a policy, with those that were not its own. */
final class RecentDecisions {
  private final int most;
  private final Deque<Anomalies> decisions = new ArrayDeque<>();

  /**
   * The anomalies of a decision.
   *
   * @param unfamiliar the unfamiliar part of its input, if there is any
   * @param poor the poor part of its plan, if there is any
   */
  record Anomalies(Optional<String> unfamiliar, Optional<String> poor) {}

  /** The last decisions, at most this many. */
  RecentDecisions(int most) {
    this.most = most;
  }

  void add(Anomalies decision) {
    decisions.addLast(decision);
    if (decisions.size() > most) {
      decisions.removeFirst();
    }
  }

  void clear() {
    decisions.clear();
  }

  /** Why the share of unfamiliar inputs exceeds this limit; absent if it does not. */
  Optional<String> unfamiliarBeyond(double share) {
    long count = decisions.stream().filter(one -> one.unfamiliar().isPresent()).count();
    return beyond(share, count)
        ? Optional.of(
            "the input of %d of its last %d decisions was unfamiliar (%s)"
                .formatted(
                    count,
                    decisions.size(),
                    decisions.stream()
                        .flatMap(one -> one.unfamiliar().stream())
                        .reduce("", (_, last) -> last)))
        : Optional.empty();
  }

  /** Why the share of poor plans exceeds this limit; absent if it does not. */
  Optional<String> poorBeyond(double share) {
    long count = decisions.stream().filter(one -> one.poor().isPresent()).count();
    return beyond(share, count)
        ? Optional.of(
            "%d of its last %d plans were poor (%s)"
                .formatted(
                    count,
                    decisions.size(),
                    decisions.stream()
                        .flatMap(one -> one.poor().stream())
                        .reduce("", (_, last) -> last)))
        : Optional.empty();
  }

  /** The share is of all decisions that are kept, also while there are fewer of them. */
  private boolean beyond(double share, long count) {
    return count > share * most;
  }
}
