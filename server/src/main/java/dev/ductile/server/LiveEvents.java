package dev.ductile.server;

import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.rest.ClusterView;
import dev.ductile.rest.DecisionView;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.server.cluster.ClusterService;
import dev.ductile.server.http.Events;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Sends changes to the pages that are open: jobs that changed, decisions, and the cluster. Without
 * a page it does nothing.
 */
final class LiveEvents implements SchedulerObserver, AutoCloseable {
  /** More jobs of one batch are left to the next look at the list. */
  private static final int MOST_JOBS = 200;

  private final Events events;
  private final Set<JobId> changed = new LinkedHashSet<>();
  private Optional<ClusterService> service = Optional.empty();
  private Optional<ClusterEvents> cluster = Optional.empty();
  private Optional<DecisionView> sent = Optional.empty();

  LiveEvents(Events events) {
    this.events = events;
  }

  /**
   * The service whose changes are sent; set before it begins to schedule.
   *
   * @param outage why the database cannot be written now
   */
  void of(ClusterService running, Supplier<ClusterView> view, Supplier<Optional<String>> outage) {
    service = Optional.of(running);
    cluster = Optional.of(new ClusterEvents(events, view, outage));
  }

  /** The policy that decides; empty text before the service has begun. */
  String policy() {
    return service.map(ClusterService::policy).orElse("");
  }

  Optional<Job> find(JobId job) {
    return service.flatMap(running -> running.find(job));
  }

  Optional<DecisionView> lastDecision() {
    return service.flatMap(ClusterService::lastDecision);
  }

  @Override
  public void happened(Event event) {
    if (event instanceof Event.OfJob ofJob && changed.size() < MOST_JOBS) {
      changed.add(ofJob.job());
    }
  }

  @Override
  public void committed(Supplier<Cluster> picture) {
    if (events.clients() > 0) {
      service.ifPresent(this::send);
      cluster.ifPresent(ClusterEvents::changed);
    }
    changed.clear();
  }

  @Override
  public void close() {
    cluster.ifPresent(ClusterEvents::close);
  }

  private void send(ClusterService running) {
    changed.forEach(
        job -> running.summary(job).ifPresent(summary -> events.publish("job", summary)));
    Optional<DecisionView> last = running.lastDecision();
    if (!last.equals(sent)) {
      sent = last;
      last.ifPresent(decision -> events.publish("decision", decision));
    }
  }
}
