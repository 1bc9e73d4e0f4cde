package dev.ductile.models.topology;

import dev.ductile.api.Allocation;
import java.util.OptionalInt;

/** How many workers there are, and on how many nodes. */
public record Spread(int workers, int nodes) {
  public Spread {
    if (nodes < 1 || workers < nodes) {
      throw new IllegalArgumentException(
          "workers are on at least 1 node and each node has one, not %d on %d"
              .formatted(workers, nodes));
    }
  }

  /**
   * That of an allocation with at least one worker. Servers count for nothing here.
   *
   * @param perNode how many workers a node takes at most; a share with more is a size that nobody
   *     has placed yet, and counts as filling nodes one by one
   */
  static Spread of(Allocation where, OptionalInt perNode) {
    int most = perNode.orElse(Integer.MAX_VALUE);
    int nodes = 0;
    for (Allocation.Share share : where.shares()) {
      nodes += Math.ceilDiv(share.size().workers(), most);
    }
    return new Spread(where.workers(), nodes);
  }

  boolean isOnOneNode() {
    return nodes == 1;
  }
}
