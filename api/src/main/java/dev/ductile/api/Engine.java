package dev.ductile.api;

/**
 * Runs jobs: as events of a simulation, as processes of a machine or as containers of a cluster. It
 * takes orders and reports by events what happens.
 */
public interface Engine extends EventSource, AutoCloseable {
  /**
   * Takes an order, and returns at once. The order with the highest revision of a job counts;
   * earlier ones that come late or again are ignored. An order that needs no change is confirmed by
   * a report of its revision all the same.
   */
  void apply(Order order);

  /** Ends everything it started, within a bounded time. */
  @Override
  void close();
}
