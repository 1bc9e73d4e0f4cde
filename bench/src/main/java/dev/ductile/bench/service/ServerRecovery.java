package dev.ductile.bench.service;

import dev.ductile.bench.ResultRecorder;
import dev.ductile.bench.TemporaryFolder;
import dev.ductile.bench.journal.JournalEvents;
import dev.ductile.contracts.database.PostgresServer;
import dev.ductile.history.EventCodec;
import dev.ductile.journal.Database;
import dev.ductile.journal.DatabaseJournal;
import dev.ductile.journal.Lease;
import dev.ductile.scenario.Catalog;
import dev.ductile.server.cluster.RetriedJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The time from the start of a process to the first answer of its server, with 10,000 jobs and a
 * million events in its journal: from all events, and from a snapshot and as many events after it
 * as there can be. The latter is measured with a start-up cache, as {@code ductile server} has one,
 * and without.
 */
public final class ServerRecovery {
  private static final int JOBS = 10_000;
  private static final int NODES = JOBS / 10;
  private static final int GPUS = 2;
  private static final long EVENTS = 1_000_000;
  private static final long LATER = RetriedJournal.USUAL_INTERVAL;
  private static final int BATCH = 1000;
  private static final int REPETITIONS = 5;

  /** The journal from which the server of the rehearsal recovers. */
  private static final int FEW_JOBS = 200;

  private static final long FEW_EVENTS = 3_000;

  private final JournalEvents events;
  private final String kind;
  private final Path data;
  private final Optional<String> url;

  private ServerRecovery(String kind, Path data, Optional<String> url, int jobs) {
    this.events = new JournalEvents(jobs);
    this.kind = kind;
    this.data = data;
    this.url = url;
  }

  /** Both databases, without arguments. */
  public static void main(String[] arguments) throws IOException {
    try (var folder = TemporaryFolder.make("recovery")) {
      List<String> cached = rehearsed(folder.path());
      new ServerRecovery("SQLite", folder.path().resolve("sqlite"), Optional.empty(), JOBS)
          .measure(cached);
      Optional<PostgresServer> started = PostgresServer.start();
      if (started.isEmpty()) {
        System.out.println("PostgreSQL is not installed (Debian package postgresql)");
        return;
      }
      try (PostgresServer server = started.get()) {
        Optional<String> url = Optional.of(server.newDatabase());
        new ServerRecovery("PostgreSQL", folder.path().resolve("postgresql"), url, JOBS)
            .measure(cached);
      }
    }
  }

  /** The option for a start-up cache, which a small server on SQLite has recorded. */
  private static List<String> rehearsed(Path folder) throws IOException {
    var few = new ServerRecovery("", folder.resolve("rehearsal"), Optional.empty(), FEW_JOBS);
    Files.createDirectories(few.data);
    few.append(0, FEW_EVENTS);
    few.started(List.of()).stop();
    few.append(FEW_EVENTS, 2 * FEW_EVENTS);
    Path cache = folder.resolve("server.aot");
    few.started(List.of("-XX:AOTCacheOutput=" + cache)).stop();
    return List.of("-XX:AOTCache=" + cache);
  }

  private void measure(List<String> cached) throws IOException {
    Files.createDirectories(data);
    append(0, EVENTS - LATER);
    measured("all events", List.of()).stop();
    append(EVENTS - LATER, EVENTS);
    String from = "a snapshot and %,d later events".formatted(LATER);
    for (int repetition = 1; repetition <= REPETITIONS; repetition++) {
      measured("%s, start %d".formatted(from, repetition), List.of()).close();
      measured("%s, with a start-up cache, start %d".formatted(from, repetition), cached).close();
    }
  }

  /** A server that has answered. */
  private LoadedServer started(List<String> options) throws IOException {
    LoadedServer server = LoadedServer.start(data, "fifo", NODES, GPUS, url, options);
    try (Requests requests = server.requests()) {
      requests.get("jobs/train-resnet-" + (events.jobs() - 1));
    }
    return server;
  }

  private LoadedServer measured(String from, List<String> options) throws IOException {
    long begin = System.nanoTime();
    LoadedServer server = started(options);
    double millis = (System.nanoTime() - begin) / 1e6;
    String figure =
        "%s: %,d jobs, %,d events: server answers, from %s".formatted(kind, JOBS, EVENTS, from);
    System.out.printf("%-110s %8.0f ms%n", figure, millis);
    ResultRecorder.keep(figure, millis, "ms");
    return server;
  }

  private void append(long from, long to) {
    try (Database database =
        Database.open(url.orElseGet(() -> "jdbc:sqlite:" + data.resolve("ductile.db")))) {
      Lease lease = Lease.take(database, "bench", Duration.ofMinutes(10)).orElseThrow();
      DatabaseJournal journal = DatabaseJournal.open(new EventCodec(Catalog.installed()), lease);
      for (long first = from; first < to; first += BATCH) {
        journal.append(events.batch(first, BATCH));
      }
      lease.release();
    }
  }
}
