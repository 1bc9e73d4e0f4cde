package dev.ductile.answers.why;

import dev.ductile.rest.Blocker;
import java.util.ArrayList;
import java.util.List;

/** All causes for which a job waits, those that its user can remove first. */
final class Blockers {
  private Blockers() {}

  /** The blockers of a waiting job; none if the present decision starts it. */
  static List<Blocker> of(WaitingJob waiting, QueuePosition queue) {
    if (waiting.starts()) {
      return List.of();
    }
    var blockers = new ArrayList<>(QueueBlockers.of(waiting));
    List<Blocker> capacity = CapacityBlockers.of(waiting);
    blockers.addAll(capacity);
    blockers.addAll(OrderBlockers.of(waiting, queue, !capacity.isEmpty()));
    if (blockers.isEmpty()) {
      blockers.add(QueueBlockers.blocker("policy", waiting.reason().sentence(), List.of()));
    }
    return List.copyOf(blockers);
  }
}
