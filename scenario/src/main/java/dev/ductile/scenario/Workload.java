package dev.ductile.scenario;

import java.util.List;
import java.util.stream.Stream;

/** The jobs of a cluster, with their arrivals. */
public interface Workload {
  /**
   * The jobs in order of arrival, read or generated on demand. The same seed and load give the same
   * jobs; the caller closes the stream.
   *
   * @param load a factor of the arrival rate: 2 halves every gap between two jobs
   */
  Stream<Submission> submissions(long seed, double load);

  /** Remarks for readers of the results: jobs left out, resources ignored. */
  default List<String> notes() {
    return List.of();
  }

  /** Whether the first jobs are read without the others. */
  default boolean isLazy() {
    return true;
  }

  /** Whether no job can change its size, as far as is known without reading the jobs. */
  default boolean isRigid() {
    return false;
  }

  /** The way to let its jobs change their sizes, for its author. */
  default String sizesAdvice() {
    return "give the jobs wider bounds:";
  }
}
