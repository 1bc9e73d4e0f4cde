package dev.ductile.server.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.ductile.journal.Database;
import dev.ductile.rest.DecisionView;
import dev.ductile.rest.Json;
import dev.ductile.rest.ListPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the decision log. */
public final class DecisionQueries {
  private final Database database;

  public DecisionQueries(Database database) {
    this.database = database;
  }

  /**
   * Decisions, newest first.
   *
   * @param job only those that changed this job
   * @param text only those whose record has this text
   * @param before only those with a lower number
   * @param changed only those that changed something
   */
  public ListPage<DecisionView> list(
      Optional<String> job, Optional<String> text, long before, boolean changed, int limit) {
    var sql = new StringBuilder("SELECT record FROM decisions WHERE number < ?");
    var values = new ArrayList<Object>(List.of(before));
    job.ifPresent(id -> contains("\"job\":\"%s\"".formatted(id), sql, values));
    text.ifPresent(words -> contains(words, sql, values));
    if (changed) {
      sql.append(" AND record NOT LIKE '%\"changes\":[]%'");
    }
    sql.append(" ORDER BY number DESC LIMIT ?");
    values.add(limit);
    List<DecisionView> found =
        database.read(session ->
            session.list(sql.toString(), row -> read(row.text("record")), values.toArray()));
    Optional<String> next =
        found.size() < limit
            ? Optional.empty()
            : Optional.of(Long.toString(found.getLast().number()));
    return new ListPage<>(found, next, count());
  }

  private long count() {
    return database
        .read(session ->
            session.first(
                "SELECT COALESCE(MAX(number) - MIN(number) + 1, 0) AS decisions FROM decisions",
                row -> row.number("decisions")))
        .orElse(0L);
  }

  private static void contains(String text, StringBuilder sql, List<Object> values) {
    sql.append(" AND record LIKE ? ESCAPE '!'");
    values.add("%" + text.replaceAll("([!%_])", "!$1") + "%");
  }

  private static DecisionView read(String record) {
    try {
      return Json.MAPPER.readValue(record, DecisionView.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record of the database cannot be read", e);
    }
  }
}
