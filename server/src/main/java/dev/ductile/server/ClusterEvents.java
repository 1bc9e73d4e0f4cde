package dev.ductile.server;

import dev.ductile.rest.ClusterView;
import dev.ductile.server.http.Events;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Sends the cluster to open pages, at most once a second, and the last state always. */
final class ClusterEvents implements AutoCloseable {
  /** Between two looks at the database, without which nothing else changes. */
  private static final long LOOK_SECONDS = 1;

  private final Events events;
  private final Supplier<ClusterView> cluster;
  private final AtomicBoolean isPlanned = new AtomicBoolean();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("cluster-events").factory());

  private final Supplier<Optional<String>> outage;
  private Optional<String> sent = Optional.empty();

  ClusterEvents(Events events, Supplier<ClusterView> cluster, Supplier<Optional<String>> outage) {
    this.events = events;
    this.cluster = cluster;
    this.outage = outage;
    var _ = timer.scheduleWithFixedDelay(this::look, LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
  }

  private void look() {
    Optional<String> now = outage.get();
    if (!now.equals(sent)) {
      sent = now;
      changed();
    }
  }

  /** Sends the cluster a second later, with all changes until then. */
  void changed() {
    if (events.clients() > 0 && !timer.isShutdown() && isPlanned.compareAndSet(false, true)) {
      var _ = timer.schedule(this::send, 1, TimeUnit.SECONDS);
    }
  }

  private void send() {
    isPlanned.set(false);
    events.publish("cluster", cluster.get());
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
