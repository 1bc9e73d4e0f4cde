package dev.ductile.engines.supervision;

import dev.ductile.api.NodeId;
import java.io.IOException;
import java.util.List;

/** Reserves addresses for tasks, so that each task can be told where the others listen. */
public interface Addresses {
  /** Reserves an address on each of these nodes, in their order; a node may occur several times. */
  Lease lease(List<NodeId> nodes) throws IOException;

  /** Takes over addresses that tasks have had since before a restart. */
  Lease leased(List<Address> addresses);

  /** Addresses that no other lease contains. */
  interface Lease extends AutoCloseable {
    List<Address> addresses();

    /** Lets the tasks listen at them; they stay reserved. */
    void free();

    /** The tasks have ended, and the addresses can be reserved again. */
    @Override
    void close();
  }
}
