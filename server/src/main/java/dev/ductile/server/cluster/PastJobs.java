package dev.ductile.server.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.ductile.api.JobId;
import dev.ductile.journal.Database;
import dev.ductile.journal.Row;
import dev.ductile.rest.JobChange;
import dev.ductile.rest.JobDetails;
import dev.ductile.rest.JobSample;
import dev.ductile.rest.JobSummary;
import dev.ductile.rest.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the records of jobs that are over, and measurements, from the database. */
public final class PastJobs {
  private final Database database;

  public PastJobs(Database database) {
    this.database = database;
  }

  /** The final record of a job. */
  Optional<JobDetails> find(JobId id) {
    return database.read(session ->
        session.first("SELECT record FROM ended_jobs WHERE id = ?", PastJobs::details, id.name()));
  }

  /** The records of the jobs that ended in a period, at most 100,000. */
  List<JobDetails> ended(Instant from, Instant to) {
    return database.read(session ->
        session.list(
            "SELECT record FROM ended_jobs WHERE ended >= ? AND ended < ? ORDER BY ended LIMIT 100000",
            PastJobs::details,
            from,
            to));
  }

  long count(JobFilter filter) {
    Condition where = Condition.of(filter);
    return database
        .read(session ->
            session.first(
                "SELECT COUNT(*) AS jobs FROM ended_jobs" + where.sql(),
                row -> row.number("jobs"),
                where.values().toArray()))
        .orElse(0L);
  }

  /** The jobs of a filter, those that ended last first. */
  List<JobSummary> list(JobFilter filter, long skip, int most) {
    if (most <= 0) {
      return List.of();
    }
    Condition where = Condition.of(filter);
    var values = new ArrayList<>(where.values());
    values.add(most);
    values.add(skip);
    return database.read(session ->
        session.list(
            "SELECT record FROM ended_jobs%s ORDER BY ended DESC, id LIMIT ? OFFSET ?"
                .formatted(where.sql()),
            row -> details(row).job(),
            values.toArray()));
  }

  /** The newest measurements of a job, in the order of time. */
  List<JobSample> samples(JobId id, int most) {
    List<JobSample> newest =
        new ArrayList<>(
            database.read(session ->
                session.list(
                    "SELECT record FROM samples WHERE job = ? ORDER BY at DESC LIMIT ?",
                    row -> read(row.text("record"), JobSample.class),
                    id.name(),
                    most)));
    Collections.reverse(newest);
    return newest;
  }

  /** The changes of a job before one of this number, the first first; at most the last 5,000. */
  List<JobChange> changes(JobId id, long before) {
    List<JobChange[]> newestFirst =
        database.read(session ->
            session.list(
                "SELECT changes FROM job_changes WHERE job = ? AND first < ?"
                    + " ORDER BY first DESC LIMIT 200",
                row -> read(row.text("changes"), JobChange[].class),
                id.name(),
                before));
    return newestFirst.reversed().stream().flatMap(Stream::of).toList();
  }

  private static JobDetails details(Row row) {
    return read(row.text("record"), JobDetails.class);
  }

  private static <T> T read(String record, Class<T> type) {
    try {
      return Json.MAPPER.readValue(record, type);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record of the database cannot be read", e);
    }
  }

  /** A condition on the table of jobs that are over. */
  private record Condition(String sql, List<Object> values) {
    static Condition of(JobFilter filter) {
      List<String> states = filter.states().stream().filter(JobFilter.OVER::contains).toList();
      var sql =
          new StringBuilder(" WHERE state IN (")
              .append(String.join(", ", Collections.nCopies(states.size(), "?")))
              .append(')');
      var values = new ArrayList<Object>(states);
      filter
          .queue()
          .ifPresent(queue -> {
            sql.append(" AND queue = ?");
            values.add(queue);
          });
      filter
          .owner()
          .ifPresent(owner -> {
            sql.append(" AND owner = ?");
            values.add(owner);
          });
      if (!filter.text().isEmpty()) {
        sql.append(" AND LOWER(id) LIKE ? ESCAPE '!'");
        values.add("%" + filter.text().replaceAll("([!%_])", "!$1") + "%");
      }
      return new Condition(sql.toString(), values);
    }
  }
}
