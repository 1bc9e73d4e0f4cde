package dev.ductile.server;

import dev.ductile.journal.WriteHealth;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/** Whether a server takes requests: its scheduler runs, and its database can be written. */
final class ServerHealth {
  /** A restart of a database is no reason to refuse commands. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final WriteHealth journal;
  private final WriteHealth lease;
  private volatile Optional<CompletableFuture<Void>> scheduler = Optional.empty();

  /**
   * The health of a server that starts.
   *
   * @param nanos a clock that never goes back
   */
  ServerHealth(LongSupplier nanos) {
    this.journal = new WriteHealth(nanos);
    this.lease = new WriteHealth(nanos);
  }

  /** The writes of the journal. */
  WriteHealth journal() {
    return journal;
  }

  /** The renewals of the lease, which come also while nothing happens in the cluster. */
  WriteHealth lease() {
    return lease;
  }

  /** The scheduler begins; its result completes when it ends. */
  void schedules(CompletableFuture<Void> ended) {
    scheduler = Optional.of(ended);
  }

  void show(MeterRegistry registry) {
    Gauge.builder("ductile.ready", () -> unready().isPresent() ? 0 : 1)
        .description("1 while the server takes requests; 0 while its database is away.")
        .strongReference(true)
        .register(registry);
  }

  /** Why the server takes no requests now; empty if it takes them. */
  Optional<String> unready() {
    if (scheduler.isEmpty()) {
      return Optional.of("the server is starting");
    }
    return scheduler
        .filter(CompletableFuture::isDone)
        .map(_ -> "the scheduler has ended")
        .or(this::databaseProblem);
  }

  /** Why the journal has not been written for some seconds; commands need not wait for it. */
  Optional<String> longOutage() {
    return journal.outage(PATIENCE);
  }

  /** Why the database cannot be written now; empty if it can. */
  Optional<String> databaseProblem() {
    return journal.problem().or(lease::problem);
  }
}
