package dev.ductile.bench.service;

import dev.ductile.api.Event;
import dev.ductile.history.EventCodec;
import dev.ductile.rest.DecisionView;
import dev.ductile.rest.Json;
import dev.ductile.scenario.Catalog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a killed server has left in its database.
 *
 * @param batches the batches of its journal, as they are stored
 */
record WrittenJournal(List<String> batches, List<DecisionView> decisions) {
  private static final Duration LONGEST = Duration.ofSeconds(5);

  static WrittenJournal read(Path database) throws SQLException, IOException {
    var batches = new ArrayList<String>();
    var decisions = new ArrayList<DecisionView>();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
        Statement statement = connection.createStatement()) {
      try (ResultSet rows =
          statement.executeQuery("SELECT batch FROM events ORDER BY first_event")) {
        while (rows.next()) {
          batches.add(rows.getString(1));
        }
      }
      try (ResultSet rows =
          statement.executeQuery("SELECT record FROM decisions ORDER BY number")) {
        while (rows.next()) {
          decisions.add(Json.MAPPER.readValue(rows.getString(1), DecisionView.class));
        }
      }
    }
    return new WrittenJournal(batches, decisions);
  }

  Set<String> jobs() throws IOException {
    var codec = new EventCodec(Catalog.installed());
    Set<String> jobs = new HashSet<>();
    for (String batch : batches) {
      for (Event event : codec.read(batch.getBytes(StandardCharsets.UTF_8))) {
        if (event instanceof Event.Submitted submitted) {
          jobs.add(submitted.job().name());
        }
      }
    }
    return jobs;
  }

  /** Batches a second that a bare loop of the same inserts makes durable in another file. */
  double again(Path file) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA journal_mode = WAL");
      statement.execute("PRAGMA synchronous = FULL");
      statement.execute("CREATE TABLE bare (number BIGINT PRIMARY KEY, batch TEXT NOT NULL)");
      connection.setAutoCommit(false);
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO bare (number, batch) VALUES (?, ?)")) {
        return insert(connection, insert);
      }
    }
  }

  private double insert(Connection connection, PreparedStatement insert) throws SQLException {
    long begin = System.nanoTime();
    int next = 0;
    while (next < batches.size() && System.nanoTime() - begin < LONGEST.toNanos()) {
      insert.setLong(1, next);
      insert.setString(2, batches.get(next));
      insert.executeUpdate();
      connection.commit();
      next++;
    }
    return next * 1e9 / (System.nanoTime() - begin);
  }
}
