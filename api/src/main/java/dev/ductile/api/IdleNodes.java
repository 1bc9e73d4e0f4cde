package dev.ductile.api;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** The nodes without any allocation. The set is computed by the first search, then kept current. */
final class IdleNodes {
  private @Nullable BitSet known;

  IdleNodes copy() {
    var copy = new IdleNodes();
    copy.known = known == null ? null : (BitSet) known.clone();
    return copy;
  }

  /** The first idle node from {@code from} on; -1 for none. */
  int first(FreeCapacity free, int from) {
    BitSet idle = known;
    if (idle == null) {
      idle = new BitSet(free.nodes().count());
      for (int node = 0; node < free.nodes().count(); node++) {
        idle.set(node, free.isIdle(node));
      }
      known = idle;
    }
    return idle.nextSetBit(from);
  }

  void update(FreeCapacity free, int node) {
    if (known != null) {
      known.set(node, free.isIdle(node));
    }
  }
}
