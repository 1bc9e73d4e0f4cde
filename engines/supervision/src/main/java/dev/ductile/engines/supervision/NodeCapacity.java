package dev.ductile.engines.supervision;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Free;
import dev.ductile.api.Nodes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the tasks that exist leave free; those of a job that is stopping still count. Labels of
 * nodes do not count here: the scheduler obeys them, and moves a job whose node has lost one.
 */
final class NodeCapacity {
  private final Free empty;
  private final Free free;

  NodeCapacity(Nodes nodes) {
    this.empty = Free.of(Cluster.of(Instant.EPOCH, nodes, List.of()));
    this.free = empty.copy();
  }

  /** Why the nodes could not hold this even if nothing else ran. */
  Optional<String> whyNever(Allocation allocation, Demand demand) {
    for (Allocation.Share share : allocation.shares()) {
      if (empty.nodes().indexOf(share.node()).isEmpty()) {
        return Optional.of("there is no node %s".formatted(share.node()));
      }
    }
    return empty.fits(allocation, demand.anywhere())
        ? Optional.empty()
        : Optional.of(
            "%s at %s each is more than the nodes have".formatted(allocation, demand.worker()));
  }

  boolean take(Allocation allocation, Demand demand) {
    if (!free.fits(allocation, demand.anywhere())) {
      return false;
    }
    free.take(allocation, demand);
    return true;
  }

  void give(Allocation allocation, Demand demand) {
    free.give(allocation, demand);
  }
}
