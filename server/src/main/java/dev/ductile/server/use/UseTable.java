package dev.ductile.server.use;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.ductile.api.JobId;
import dev.ductile.journal.Database;
import dev.ductile.journal.Row;
import dev.ductile.journal.Session;
import dev.ductile.rest.Json;
import java.util.HashMap;
import java.util.Map;

/** The table with the use of jobs that are not over. The final record of a job replaces its row. */
public final class UseTable {
  private UseTable() {}

  /** The use of all jobs that are not over; a row of another job is removed. */
  public static Map<JobId, CountedUse> load(Database database) {
    database.update(session -> {
      session.update("DELETE FROM job_use WHERE job IN (SELECT id FROM ended_jobs)");
    });
    return database.read(session -> {
      Map<JobId, CountedUse> uses = new HashMap<>();
      session.forEach(
          "SELECT job, record FROM job_use", row -> uses.put(new JobId(row.text("job")), use(row)));
      return uses;
    });
  }

  public static void write(Session session, Map<JobId, CountedUse> uses) {
    uses.forEach((job, use) ->
        session.update(
            "INSERT INTO job_use (job, record) VALUES (?, ?)"
                + " ON CONFLICT (job) DO UPDATE SET record = excluded.record",
            job.name(),
            json(use)));
  }

  /** Removes the row of a job whose final record is written. */
  public static void remove(Session session, JobId job) {
    session.update("DELETE FROM job_use WHERE job = ?", job.name());
  }

  private static CountedUse use(Row row) {
    try {
      return Json.MAPPER.readValue(row.text("record"), CountedUse.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the use of a job cannot be read", e);
    }
  }

  private static String json(CountedUse use) {
    try {
      return Json.MAPPER.writeValueAsString(use);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the use of a job cannot be written as JSON", e);
    }
  }
}
