package dev.ductile.engines.supervision;

import dev.ductile.api.JobId;
import dev.ductile.api.NodeId;
import java.util.List;

/**
 * Reserves addresses for tasks, so that each task can be given the addresses of the others. All
 * calls return at once; a platform that must be asked grants a lease later.
 */
public interface Addresses {
  /** A task that needs an address on its node. A task that needs several sends several requests. */
  record Request(JobId job, Role role, int index, NodeId node) {
    @Override
    public String toString() {
      return "%s %d on %s".formatted(role.word(), index, node);
    }
  }

  /**
   * Begins to reserve an address for each request.
   *
   * @param changed to be called, on any thread, when the state of the lease has changed
   */
  Lease lease(List<Request> requests, Runnable changed);

  /** Takes over addresses that tasks have had since before a restart. */
  Lease leased(List<Address> addresses);

  /** How far a lease is. */
  sealed interface State {
    record Pending() implements State {}

    /**
     * The addresses are reserved, in the order of the requests. An address without a host is
     * complete when the launcher reports {@link TaskEvent.Placed} for its task.
     */
    record Granted(List<Address> addresses) implements State {
      public Granted {
        addresses = List.copyOf(addresses);
      }
    }

    /**
     * The addresses cannot be reserved.
     *
     * @param why the reason, as the rest of a sentence: {@code node-7 has no free port}
     */
    record Refused(String why) implements State {}
  }

  /** Addresses that no other lease contains. */
  interface Lease extends AutoCloseable {
    State state();

    /** Lets the tasks listen at the addresses, which stay reserved. */
    void free();

    /** The tasks have ended, or the lease is no longer wanted: the addresses are free again. */
    @Override
    void close();
  }
}
