package dev.ductile.api;

/**
 * What runs jobs: threads of a simulation, processes of a machine, containers of a cluster. It is
 * told what should be and reports by events what is.
 */
public interface Engine extends EventSource, AutoCloseable {
  /**
   * Asks that the job run just there; nothing means stop. Returns at once, may be repeated, and the
   * last call counts.
   */
  void apply(JobSpec job, Allocation target);

  /** Ends everything it started, within a bounded time. */
  @Override
  void close();
}
