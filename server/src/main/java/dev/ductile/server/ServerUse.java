package dev.ductile.server;

import dev.ductile.engines.supervision.SupervisedEngine;
import dev.ductile.journal.Database;
import dev.ductile.server.cluster.DatabaseRecords;
import dev.ductile.server.use.LiveUse;
import dev.ductile.server.use.UseTable;
import dev.ductile.server.use.UseTimer;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** What the tasks of a server really use, if its engine measures it. */
final class ServerUse implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofSeconds(10);

  private final LiveUse live;
  private Optional<UseTimer> timer = Optional.empty();

  private ServerUse(LiveUse live) {
    this.live = live;
  }

  static ServerUse of(Database database) {
    return new ServerUse(new LiveUse(UseTable.load(database)));
  }

  LiveUse live() {
    return live;
  }

  /** Reads the measurements of an engine from {@link #start} on. */
  <E extends SupervisedEngine> E watch(E engine, LiveEvents events, DatabaseRecords records) {
    timer = Optional.of(new UseTimer(live, engine::measure, events::find, records::used, engine));
    return engine;
  }

  /** Counts what jobs have used without a server, and begins to measure. */
  void start(Supplier<Duration> idleAfter) {
    timer.ifPresent(made -> made.start(INTERVAL, idleAfter));
  }

  @Override
  public void close() {
    timer.ifPresent(UseTimer::close);
  }
}
