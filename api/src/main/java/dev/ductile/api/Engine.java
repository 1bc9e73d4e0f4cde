package dev.ductile.api;

import java.util.Collection;

/**
 * Runs jobs: as events of a simulation, as processes of a machine or as containers of a cluster. It
 * takes orders and reports by events what happens.
 */
public interface Engine extends EventSource, AutoCloseable {
  /**
   * Takes an order, and returns at once. The order with the highest revision of a job counts;
   * earlier ones that come late or again are ignored. An order that needs no change is confirmed by
   * a report of its revision all the same. The last order of a job ends it; after that the engine
   * forgets the job.
   */
  void apply(Order order);

  /**
   * Takes over, before the first order, what an earlier scheduler of this cluster left running. For
   * each order it reports {@code Running}, {@code Released}, {@code Crashed} or {@code Unknown},
   * and it ends tasks that none of the orders names.
   *
   * @param believed the last order of each job that is not over and was ever given one
   */
  void adopt(Collection<Order> believed);

  /**
   * Lets go of the cluster, within a bounded time. Tasks that can live without this engine go on
   * running, for a later one to adopt; all others end.
   */
  @Override
  void close();
}
