package dev.ductile.server.metrics;

import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Plan;
import dev.ductile.api.Violation;
import dev.ductile.rest.DecisionView;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.server.cluster.JobTrack;
import dev.ductile.server.cluster.PastReader;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What has happened since the start of the server: decisions, and changes and ends of jobs. */
public final class SchedulerMetrics implements SchedulerObserver, PastReader {
  private final Supplier<Optional<DecisionView>> lastDecision;
  private final LongSupplier journalFailures;
  private final JobMetrics jobs;
  private final Timer decisions;
  private final Timer rounds;
  private final Counter dropped;
  private volatile Instant decided = Instant.EPOCH;

  /**
   * Metrics that are all at zero.
   *
   * @param jobs finds a job that is not over
   * @param lastDecision the record of the decision that was made last
   * @param journalFailures how often the journal could not be written
   */
  public SchedulerMetrics(
      MeterRegistry registry,
      Function<JobId, Optional<Job>> jobs,
      Supplier<Optional<DecisionView>> lastDecision,
      LongSupplier journalFailures) {
    this.lastDecision = lastDecision;
    this.journalFailures = journalFailures;
    this.jobs = new JobMetrics(registry, jobs);
    this.decisions =
        Timer.builder("ductile.scheduler.decision")
            .description("The time of the policy for one decision.")
            .serviceLevelObjectives(Buckets.decision())
            .register(registry);
    this.rounds =
        Timer.builder("ductile.scheduler.round")
            .description("The time of a whole round that decides, until its changes are published.")
            .serviceLevelObjectives(Buckets.round())
            .register(registry);
    this.dropped =
        Counter.builder("ductile.scheduler.dropped.grants")
            .description("Grants of the policy that were illegal and not applied.")
            .register(registry);
    TimeGauge.builder(
            "ductile.scheduler.last.decision.timestamp",
            () -> decided.toEpochMilli(),
            TimeUnit.MILLISECONDS)
        .description("The time of the last decision since 1970; 0 before the first one.")
        .register(registry);
    FunctionCounter.builder(
            "ductile.journal.failures", this, metrics -> metrics.journalFailures.getAsLong())
        .description("Failed tries to write the journal; nothing is decided meanwhile.")
        .register(registry);
  }

  @Override
  public void active(JobTrack job) {
    jobs.active(job);
  }

  /** {@inheritDoc} It is not counted. */
  @Override
  public void past(Event event) {
    jobs.past(event);
  }

  /** Takes the time of a round that made a decision. */
  public void round(Duration time) {
    rounds.record(time);
  }

  @Override
  public void happened(Event event) {
    jobs.happened(event);
  }

  @Override
  public void rejected(Cluster cluster, Plan plan, List<Violation> violations) {
    dropped.increment(violations.size());
  }

  @Override
  public void decided(Cluster cluster, Plan plan) {
    decided = cluster.now();
    lastDecision
        .get()
        .ifPresent(
            decision -> decisions.record(Duration.ofNanos((long) (decision.milliseconds() * 1e6))));
  }
}
