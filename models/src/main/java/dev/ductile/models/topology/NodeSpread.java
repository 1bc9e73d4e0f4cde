package dev.ductile.models.topology;

import dev.ductile.api.Allocation;
import java.util.OptionalInt;

/** The number of workers, and of nodes with workers. */
public record NodeSpread(int workers, int nodes) {
  public NodeSpread {
    if (nodes < 1 || workers < nodes) {
      throw new IllegalArgumentException(
          "workers are on at least 1 node and each node has one, not %d on %d"
              .formatted(workers, nodes));
    }
  }

  /**
   * The spread of an allocation with at least one worker. Servers do not count.
   *
   * @param perNode the most workers per node. A share with more is a size without a placement; it
   *     counts as filling nodes one by one
   */
  static NodeSpread of(Allocation where, OptionalInt perNode) {
    int most = perNode.orElse(Integer.MAX_VALUE);
    int nodes = 0;
    for (Allocation.Share share : where.shares()) {
      nodes += Math.ceilDiv(share.size().workers(), most);
    }
    return new NodeSpread(where.workers(), nodes);
  }

  boolean isOnOneNode() {
    return nodes == 1;
  }
}
