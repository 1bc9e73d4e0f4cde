package dev.ductile.bench.journal;

import dev.ductile.bench.TemporaryFolder;
import dev.ductile.contracts.database.PostgresServer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Rates of the journal, and the time of a recovery in a process that has just started, in SQLite
 * and in PostgreSQL.
 */
public final class JournalLatency {
  private static final int JOBS = 10_000;
  private static final long EVENTS = 1_000_000;
  private static final long AFTER_SNAPSHOT = 50_000;

  private JournalLatency() {}

  /** Without arguments everything; a recovery is started as a process with its arguments. */
  public static void main(String[] arguments)
      throws IOException, SQLException, InterruptedException {
    if (arguments.length == 3) {
      recovery(arguments[0], arguments[1]).recover(arguments[2].equals("snapshot"));
      return;
    }
    try (var folder = TemporaryFolder.make("journal")) {
      measure(
          "SQLite",
          "jdbc:sqlite:" + folder.path().resolve("rates.db"),
          "jdbc:sqlite:" + folder.path().resolve("ductile.db"));
    }
    Optional<PostgresServer> started = PostgresServer.start();
    if (started.isEmpty()) {
      System.out.println("PostgreSQL is not installed (Debian package postgresql)");
      return;
    }
    try (PostgresServer server = started.get()) {
      measure("PostgreSQL", server.newDatabase(), server.newDatabase());
    }
  }

  private static void measure(String kind, String rates, String filled)
      throws IOException, SQLException, InterruptedException {
    new JournalRates(kind, rates).measure();
    recovery(kind, filled).fill();
    process(kind, filled, "snapshot");
    process(kind, filled, "all");
  }

  private static RecoveryTime recovery(String kind, String url) {
    return new RecoveryTime(kind, url, JOBS, EVENTS, AFTER_SNAPSHOT);
  }

  private static void process(String... arguments) throws IOException, InterruptedException {
    var line =
        new ArrayList<String>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                JournalLatency.class.getName()));
    line.addAll(List.of(arguments));
    int status = new ProcessBuilder(line).inheritIO().start().waitFor();
    if (status != 0) {
      throw new IOException("the recovery ended with status " + status);
    }
  }
}
