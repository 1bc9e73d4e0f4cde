package dev.ductile.simulator;

import dev.ductile.api.Allocation;
import dev.ductile.api.NodeId;
import dev.ductile.api.Size;
import java.util.HashMap;
import java.util.Map;

/**
 * Capacity that shrinking jobs have not released yet: other jobs can use it only after the change
 * of size is complete.
 */
final class Handover {
  private final boolean takesTime;
  private final Map<NodeId, Long> releasedAt = new HashMap<>();

  Handover(boolean takesTime) {
    this.takesTime = takesTime;
  }

  /** Records the nodes on which a job shrinks, and when that is complete. */
  void record(Allocation before, Allocation after, long until) {
    if (!takesTime) {
      return;
    }
    for (Allocation.Share share : before.shares()) {
      Size kept = on(share.node(), after);
      if (kept.workers() < share.size().workers() || kept.servers() < share.size().servers()) {
        releasedAt.merge(share.node(), until, Math::max);
      }
    }
  }

  /** The time from which a job can use its new place: now, or when others have released it. */
  long readyAt(Allocation before, Allocation after, long now) {
    long ready = now;
    for (Allocation.Share share : after.shares()) {
      Size had = on(share.node(), before);
      if (had.workers() < share.size().workers() || had.servers() < share.size().servers()) {
        ready = Math.max(ready, releasedAt.getOrDefault(share.node(), now));
      }
    }
    return ready;
  }

  private static Size on(NodeId node, Allocation allocation) {
    for (Allocation.Share share : allocation.shares()) {
      if (share.node().equals(node)) {
        return share.size();
      }
    }
    return Size.NONE;
  }
}
