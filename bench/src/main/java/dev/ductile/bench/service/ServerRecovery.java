package dev.ductile.bench.service;

import dev.ductile.bench.ResultRecorder;
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
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The time from the start of a process to a server that answers, with 10,000 jobs and a million
 * events in its journal: from all events, and from a snapshot and as many events after it as there
 * can be.
 */
public final class ServerRecovery {
  private static final int JOBS = 10_000;
  private static final int NODES = JOBS / 10;
  private static final int GPUS = 2;
  private static final long EVENTS = 1_000_000;
  private static final long LATER = RetriedJournal.USUAL_INTERVAL;
  private static final int BATCH = 1000;
  private static final int REPETITIONS = 5;

  private final JournalEvents events = new JournalEvents(JOBS);
  private final String kind;
  private final Path data;
  private final Optional<String> url;

  private ServerRecovery(String kind, Path data, Optional<String> url) {
    this.kind = kind;
    this.data = data;
    this.url = url;
  }

  /** Both databases, without arguments. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createTempDirectory("ductile-recovery");
    try {
      new ServerRecovery("SQLite", folder.resolve("sqlite"), Optional.empty()).measure();
      Optional<PostgresServer> started = PostgresServer.start();
      if (started.isEmpty()) {
        System.out.println("PostgreSQL is not installed (Debian package postgresql)");
        return;
      }
      try (PostgresServer server = started.get()) {
        Optional<String> url = Optional.of(server.newDatabase());
        new ServerRecovery("PostgreSQL", folder.resolve("postgresql"), url).measure();
      }
    } finally {
      delete(folder);
    }
  }

  private void measure() throws IOException {
    Files.createDirectories(data);
    append(0, EVENTS - LATER);
    start("all events").stop();
    append(EVENTS - LATER, EVENTS);
    for (int repetition = 0; repetition < REPETITIONS; repetition++) {
      start("a snapshot and %,d later events, start %d".formatted(LATER, repetition + 1)).close();
    }
  }

  private LoadedServer start(String from) throws IOException {
    long begin = System.nanoTime();
    LoadedServer server = LoadedServer.start(data, "fifo", NODES, GPUS, url);
    double millis = (System.nanoTime() - begin) / 1e6;
    try (Requests requests = server.requests()) {
      requests.get("jobs/train-resnet-" + (JOBS - 1));
    }
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

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
