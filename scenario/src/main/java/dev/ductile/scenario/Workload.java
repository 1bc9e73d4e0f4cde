package dev.ductile.scenario;

import java.util.List;
import java.util.stream.Stream;

/** The jobs that come to a cluster. */
public interface Workload {
  /**
   * The jobs in order of arrival, read or made as they are asked for. The same seed and load give
   * the same jobs; the caller closes the stream.
   *
   * @param load a factor of the arrival rate: 2 halves every gap between two jobs
   */
  Stream<Submission> submissions(long seed, double load);

  /** What a reader of the results must know: jobs left out, resources ignored. */
  default List<String> notes() {
    return List.of();
  }
}
