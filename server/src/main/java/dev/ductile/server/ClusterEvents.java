package dev.ductile.server;

import dev.ductile.rest.ClusterView;
import dev.ductile.server.http.Events;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Sends the cluster to open pages, at most once a second, and the last state always. */
final class ClusterEvents implements AutoCloseable {
  private final Events events;
  private final Supplier<ClusterView> cluster;
  private final AtomicBoolean isPlanned = new AtomicBoolean();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("cluster-events").factory());

  ClusterEvents(Events events, Supplier<ClusterView> cluster) {
    this.events = events;
    this.cluster = cluster;
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
