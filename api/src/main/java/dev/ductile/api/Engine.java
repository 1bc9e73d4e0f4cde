package dev.ductile.api;

import java.util.Collection;

/**
 * The part that runs jobs: as events of a simulation, as processes on a machine or as containers of
 * a cluster. It takes orders and reports events.
 */
public interface Engine extends EventSource, AutoCloseable {
  /**
   * Takes an order, and returns at once. The order with the highest revision of a job counts; the
   * engine ignores earlier orders that arrive late or twice. It confirms an order that needs no
   * change by a report of its revision as well. The last order of a job ends the job; after that
   * the engine forgets it.
   */
  void apply(Order order);

  /**
   * Takes over the jobs that an earlier scheduler of this cluster left running; called before the
   * first order. For each order the engine reports {@code Running}, {@code Released}, {@code
   * Crashed} or {@code Unknown}. It ends tasks that belong to none of the orders.
   *
   * @param lastOrders the last order of each unfinished job that has one
   */
  void adopt(Collection<Order> lastOrders);

  /**
   * Detaches from the cluster within a bounded time. Tasks that can live without this engine
   * continue running, and a later engine can adopt them. All others end.
   */
  @Override
  void close();
}
