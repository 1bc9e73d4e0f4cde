package dev.ductile.server.cluster;

import dev.ductile.api.Cluster;
import dev.ductile.api.Plan;
import dev.ductile.scheduler.SchedulerObserver;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Times whole rounds that decide: picture, policy, checks, journal, and publication to all readers.
 * It is the last observer, so it sees the end of the events of a round before its decision begins.
 */
final class RoundTimer implements SchedulerObserver {
  private final LongSupplier nanos;
  private volatile Consumer<Duration> reader = _ -> {};
  private long begin;
  private boolean hasDecided;

  RoundTimer(LongSupplier nanos) {
    this.nanos = nanos;
    this.begin = nanos.getAsLong();
  }

  /** The reader of all later times. */
  void show(Consumer<Duration> newReader) {
    reader = newReader;
  }

  @Override
  public void decided(Cluster cluster, Plan plan) {
    hasDecided = true;
  }

  @Override
  public void committed(Supplier<Cluster> picture) {
    long now = nanos.getAsLong();
    if (hasDecided) {
      reader.accept(Duration.ofNanos(now - begin));
    }
    hasDecided = false;
    begin = now;
  }
}
