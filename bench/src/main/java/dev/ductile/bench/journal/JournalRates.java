package dev.ductile.bench.journal;

import dev.ductile.api.Event;
import dev.ductile.bench.ResultRecorder;
import dev.ductile.history.EventCodec;
import dev.ductile.journal.Database;
import dev.ductile.journal.DatabaseJournal;
import dev.ductile.journal.Lease;
import dev.ductile.scenario.Catalog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

/**
 * Batches a second that a journal makes durable, beside a bare loop of the same inserts: a prepared
 * statement and a commit for each row, with the same text, without codec, lease and pool.
 */
final class JournalRates {
  private static final Duration LASTING = Duration.ofMinutes(5);
  private static final long NANOSECONDS = 4_000_000_000L;
  private static final List<Integer> SIZES = List.of(1, 10, 100);

  private final String kind;
  private final String url;
  private final EventCodec codec = new EventCodec(Catalog.installed());
  private final JournalEvents events = new JournalEvents(1000);

  JournalRates(String kind, String url) {
    this.kind = kind;
    this.url = url;
  }

  void measure() throws SQLException, IOException {
    for (int size : SIZES) {
      double bare = bare(size);
      double journal = journal(size);
      String what = "%s, batches of %d".formatted(kind, size);
      System.out.printf(
          "%-28s %8.0f batches/s, %8.0f events/s; bare loop of inserts %8.0f batches/s%n",
          what, journal, journal * size, bare);
      ResultRecorder.keep(what + ": durable batches", journal, "a second");
      ResultRecorder.keep(what + ": the same inserts in a bare loop", bare, "a second");
    }
  }

  private double journal(int size) {
    try (Database database = Database.open(url)) {
      Lease lease = Lease.take(database, "bench", LASTING).orElseThrow();
      DatabaseJournal journal = DatabaseJournal.open(codec, lease);
      return perSecond(number -> journal.append(batch(number, size)));
    }
  }

  private double bare(int size) throws SQLException, IOException {
    Database.open(url).close();
    try (Connection connection = DriverManager.getConnection(url)) {
      prepare(connection);
      connection.setAutoCommit(false);
      String text = new String(codec.write(batch(0, size)), StandardCharsets.UTF_8);
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO bare (number, batch) VALUES (?, ?)")) {
        return perSecond(number -> {
          insert.setLong(1, number);
          insert.setString(2, text);
          insert.executeUpdate();
          connection.commit();
        });
      }
    }
  }

  private void prepare(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (url.startsWith("jdbc:sqlite:")) {
        statement.execute("PRAGMA journal_mode = WAL");
        statement.execute("PRAGMA synchronous = FULL");
      }
      statement.execute("DROP TABLE IF EXISTS bare");
      statement.execute("CREATE TABLE bare (number BIGINT PRIMARY KEY, batch TEXT NOT NULL)");
    }
  }

  private List<Event> batch(long number, int size) {
    return events.batch(10_000 + number * size, size);
  }

  @FunctionalInterface
  private interface Append<E extends Exception> {
    void batch(long number) throws E;
  }

  private static <E extends Exception> double perSecond(Append<E> append) throws E {
    long begin = System.nanoTime();
    long number = 0;
    while (System.nanoTime() - begin < NANOSECONDS) {
      append.batch(number++);
    }
    return number * 1e9 / (System.nanoTime() - begin);
  }
}
