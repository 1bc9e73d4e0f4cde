package dev.ductile.scheduler.sharing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Job;
import dev.ductile.api.NodeId;
import dev.ductile.api.Size;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Smaller allocations of a running job: single tasks leave, and no task moves. */
public final class Shrinking {
  private Shrinking() {}

  /** The allocation at the next smaller legal size; empty at the least size. */
  static Optional<Allocation> next(Job job, Allocation from) {
    Bounds bounds = job.spec().bounds();
    Size now = from.size();
    if (now.workers() <= bounds.workers().least()) {
      return Optional.empty();
    }
    Size next = bounds.atMost(new Size(now.workers() - 1, now.servers()));
    boolean isSmaller =
        next.workers() < now.workers() && next.servers() <= now.servers() && bounds.allows(next);
    return isSmaller ? Optional.of(to(from, next)) : Optional.empty();
  }

  /** The rest of an allocation at a size that has no more tasks of either role. */
  public static Allocation to(Allocation from, Size next) {
    Size now = from.size();
    Map<NodeId, Size> sizes = new LinkedHashMap<>();
    from.shares().forEach(share -> sizes.put(share.node(), share.size()));
    for (int count = now.workers() - next.workers(); count > 0; count--) {
      remove(sizes, Size.workers(1));
    }
    for (int count = now.servers() - next.servers(); count > 0; count--) {
      remove(sizes, new Size(0, 1));
    }
    sizes.values().removeIf(Size::isNone);
    return Allocation.of(sizes);
  }

  /** Removes a task from the node with the fewest tasks of the job, the last of equals. */
  private static void remove(Map<NodeId, Size> sizes, Size task) {
    NodeId fewest = null;
    int least = Integer.MAX_VALUE;
    for (Map.Entry<NodeId, Size> share : sizes.entrySet()) {
      Size size = share.getValue();
      boolean hasTask = task.workers() > 0 ? size.workers() > 0 : size.servers() > 0;
      if (hasTask && size.tasks() <= least) {
        fewest = share.getKey();
        least = size.tasks();
      }
    }
    if (fewest != null) {
      sizes.computeIfPresent(
          fewest,
          (_, size) -> new Size(size.workers() - task.workers(), size.servers() - task.servers()));
    }
  }
}
