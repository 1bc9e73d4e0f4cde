package dev.ductile.bench.journal;

import dev.ductile.api.Estimator;
import dev.ductile.bench.ResultRecorder;
import dev.ductile.history.EventCodec;
import dev.ductile.history.SnapshotCodec;
import dev.ductile.journal.Database;
import dev.ductile.journal.DatabaseJournal;
import dev.ductile.journal.Lease;
import dev.ductile.journal.RecoveredLedger;
import dev.ductile.journal.Snapshots;
import dev.ductile.scenario.Catalog;
import dev.ductile.scheduler.Ledger;
import dev.ductile.scheduler.LedgerSnapshot;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * The time from a start to a recovered ledger, with a million events in the journal: from a
 * snapshot and the events after it, and from all events.
 */
final class RecoveryTime {
  private static final Duration LASTING = Duration.ofMinutes(10);
  private static final int BATCH = 1000;

  private final String kind;
  private final String url;
  private final int jobs;
  private final long events;
  private final long afterSnapshot;

  /**
   * A measurement.
   *
   * @param afterSnapshot events between the snapshot and the end
   */
  RecoveryTime(String kind, String url, int jobs, long events, long afterSnapshot) {
    this.kind = kind;
    this.url = url;
    this.jobs = jobs;
    this.events = events;
    this.afterSnapshot = afterSnapshot;
  }

  /** Fills the database; prints the time of the snapshot. */
  void fill() throws IOException {
    Catalog catalog = Catalog.installed();
    var source = new JournalEvents(jobs);
    try (Database database = Database.open(url)) {
      DatabaseJournal journal = open(catalog, database);
      var ledger = new Ledger(catalog, online(catalog));
      for (long first = 0; first < events; first += BATCH) {
        var batch = source.batch(first, BATCH);
        batch.forEach(ledger::fold);
        journal.append(batch);
        if (first + BATCH == events - afterSnapshot) {
          snapshot(catalog, database, journal.lastEvent(), ledger);
        }
      }
    }
  }

  private void snapshot(Catalog catalog, Database database, long lastEvent, Ledger ledger)
      throws IOException {
    long begin = System.nanoTime();
    LedgerSnapshot state = ledger.snapshot().orElseThrow();
    double taken = millis(begin);
    var codec = new SnapshotCodec(catalog, online(catalog));
    new Snapshots(database).write(lastEvent, parts -> codec.write(state, parts));
    keep("snapshot of %,d jobs: taken on the thread of the scheduler".formatted(jobs), taken);
    keep("snapshot of %,d jobs: written beside it".formatted(jobs), millis(begin));
  }

  private void keep(String figure, double millis) {
    String name = kind + ", " + figure;
    System.out.printf("%-80s %8.0f ms%n", name, millis);
    ResultRecorder.keep(name, millis, "ms");
  }

  /** Recovers in this process, which has just started. */
  void recover(boolean fromSnapshot) {
    long begin = System.nanoTime();
    Catalog catalog = Catalog.installed();
    Consumer<String> notes = System.out::println;
    try (Database database = Database.open(url)) {
      if (!fromSnapshot) {
        database.update(session -> session.update("DELETE FROM snapshots"));
      }
      RecoveredLedger recovered =
          RecoveredLedger.of(
              open(catalog, database),
              new SnapshotCodec(catalog, online(catalog)),
              catalog,
              () -> online(catalog),
              notes);
      double millis = millis(begin);
      if (recovered.ledger().activeJobs() != jobs || recovered.lastEvent() != events) {
        throw new IllegalStateException("%s is not what was written".formatted(recovered));
      }
      String from =
          fromSnapshot ? "a snapshot and %,d later ones".formatted(afterSnapshot) : "all of them";
      String what = "recovery of %,d jobs from %,d events, from %s".formatted(jobs, events, from);
      keep(what, millis);
      keep(what + ": processor time with the start of Java", processorMillis());
    }
  }

  private static DatabaseJournal open(Catalog catalog, Database database) {
    return DatabaseJournal.open(
        new EventCodec(catalog), Lease.take(database, "bench", LASTING).orElseThrow());
  }

  private static Estimator online(Catalog catalog) {
    return catalog.estimator("online");
  }

  private static double processorMillis() {
    return ProcessHandle.current().info().totalCpuDuration().map(Duration::toMillis).orElse(0L);
  }

  private static double millis(long begin) {
    return (System.nanoTime() - begin) / 1e6;
  }
}
