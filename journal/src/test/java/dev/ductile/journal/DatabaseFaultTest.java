package dev.ductile.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.contracts.database.PostgresServer;
import dev.ductile.history.RetryingJournal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Databases that fail and come back: clear messages, and nothing half done. */
@Tag("process")
final class DatabaseFaultTest {
  private static final String LARGE = "x".repeat(2_000_000);

  @Test
  void aFullDiskIsNamedAndTheBatchIsWrittenOnceThereIsSpace() {
    try (Database database = Database.open(TestDatabases.sqlite())) {
      DatabaseJournal journal = Journals.of(database, "one");
      journal.append(Journals.events(1, 3));
      long pages = setPages(database, 1);
      assertThat(pages).isPositive();
      List<Event> large = List.of(large());
      assertThatThrownBy(() -> journal.append(large))
          .isInstanceOfSatisfying(
              DatabaseException.class,
              failure -> assertThat(failure.fault()).isEqualTo(DatabaseFault.DISK_FULL))
          .hasMessageStartingWith(
              "the database %s cannot be written: its disk is full; free space on it",
              database.name());
      assertThat(Journals.read(journal, 1)).isEqualTo(Journals.events(1, 3));
      var notes = new ArrayList<String>();
      var retrying = new RetryingJournal(journal, _ -> setPages(database, 1_000_000), notes::add);
      retrying.append(large);
      assertThat(notes).hasSize(2).last().isEqualTo("the journal is written again");
      assertThat(Journals.read(journal, 4)).isEqualTo(large);
    }
  }

  private static Event large() {
    return new Event.Failed(Instant.EPOCH, new JobId("a"), LARGE);
  }

  /** Limits the file to this many pages, or to its present size if that is more. */
  private static long setPages(Database database, long most) {
    return database
        .write(session ->
            session.first("PRAGMA max_page_count = " + most, row -> row.number("max_page_count")))
        .orElseThrow();
  }

  @Test
  void aServerThatIsKilledUnderLoadLosesNothingAndIsUsedAgain() throws Exception {
    Optional<PostgresServer> started = PostgresServer.start();
    Assumptions.assumeTrue(
        started.isPresent(), "PostgreSQL is not installed (Debian package postgresql)");
    try (PostgresServer server = started.orElseThrow();
        Database database = Database.open(server.newDatabase())) {
      DatabaseJournal journal = Journals.of(database, "one");
      var acknowledged = new AtomicLong();
      var notes = new ArrayList<String>();
      var down = new CompletableFuture<Void>();
      var retrying =
          new RetryingJournal(
              journal,
              _ -> {
                down.complete(null);
                begin(server);
              },
              notes::add);
      var load =
          CompletableFuture.runAsync(() -> appendUntilRecovered(retrying, acknowledged, down));
      while (acknowledged.get() < 200) {
        Thread.onSpinWait();
      }
      server.kill();
      load.get(60, TimeUnit.SECONDS);

      assertThat(notes.getFirst())
          .startsWith(
              "the database " + database.name() + " cannot be written: it cannot be reached");
      assertThat(notes.getLast()).isEqualTo("the journal is written again");
      assertThat(journal.lastEvent()).isEqualTo(acknowledged.get());
      assertThat(Journals.read(journal, 1)).isEqualTo(Journals.events(1, acknowledged.get()));
    }
  }

  private static void appendUntilRecovered(
      RetryingJournal journal, AtomicLong acknowledged, CompletableFuture<Void> down) {
    for (int more = 100; more > 0; more -= down.isDone() ? 1 : 0) {
      long first = acknowledged.get() + 1;
      journal.append(Journals.events(first, first + 2));
      acknowledged.set(first + 2);
    }
  }

  private static void begin(PostgresServer server) {
    try {
      server.beginAgain();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
