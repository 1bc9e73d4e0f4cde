package dev.ductile.server.cluster;

import dev.ductile.answers.why.JobHistory;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.server.tracing.RoundTracing;
import java.util.List;

/**
 * Those who read what happens in a service.
 *
 * @param history the changes of jobs; snapshots keep them
 * @param live sees events and decisions after the views are up to date
 * @param past what continues after a restart
 * @param tracing times the steps of rounds
 */
public record ServiceReaders(
    JobHistory history, SchedulerObserver live, List<PastReader> past, RoundTracing tracing) {
  public ServiceReaders {
    past = List.copyOf(past);
  }

  /** Only the changes of jobs. */
  public static ServiceReaders of(JobHistory history) {
    return new ServiceReaders(history, SchedulerObserver.NONE, List.of(), RoundTracing.NONE);
  }
}
