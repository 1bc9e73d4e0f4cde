package dev.ductile.server.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.ductile.api.JobId;
import dev.ductile.api.SpeedSpec;
import dev.ductile.journal.Database;
import dev.ductile.journal.Row;
import dev.ductile.journal.Session;
import dev.ductile.rest.Json;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.SpeedFormat;
import dev.ductile.text.InputException;
import java.util.Optional;

/** The table of the speeds that jobs which are over were measured at. */
final class SpeedTable {
  private final Database database;
  private final Catalog catalog;

  /**
   * The table of a database.
   *
   * @param catalog knows the speed models that were written
   */
  SpeedTable(Database database, Catalog catalog) {
    this.database = database;
    this.catalog = catalog;
  }

  /** Writes the speed of a job that has ended, if it has a measured one. */
  static void write(Session session, JobTrack track) {
    track
        .measuredJob()
        .ifPresent(measured ->
            session.update(
                "INSERT INTO measured_speeds (job, measured, owner, name, program, submitted, speed)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (job) DO NOTHING",
                track.spec().id().name(),
                measured.name(),
                track.spec().owner(),
                track.name(),
                SpeedIdentity.of(track.spec()),
                track.submitted(),
                json(track.speed())));
  }

  /** The speed of this job; empty if it has no measured one, or is not over. */
  Optional<MeasuredSpeed> find(JobId job) {
    return database
        .read(session ->
            session.first(
                "SELECT measured, speed, submitted FROM measured_speeds WHERE job = ?",
                this::measured,
                job.name()))
        .flatMap(found -> found);
  }

  /** The speed of the newest measured job of an owner, name and program. */
  Optional<MeasuredSpeed> newest(String owner, String name, String program) {
    return database
        .read(session ->
            session.first(
                "SELECT measured, speed, submitted FROM measured_speeds"
                    + " WHERE owner = ? AND name = ? AND program = ? AND measured = job"
                    + " ORDER BY submitted DESC, job DESC",
                this::measured,
                owner,
                name,
                program))
        .flatMap(found -> found);
  }

  /** A row; empty if no installed speed model reads it. */
  private Optional<MeasuredSpeed> measured(Row row) {
    try {
      SpeedSpec speed = catalog.speedSpec(Json.MAPPER.readTree(row.text("speed")));
      return Optional.of(
          new MeasuredSpeed(new JobId(row.text("measured")), speed, row.instant("submitted")));
    } catch (InputException | JsonProcessingException unknownModel) {
      return Optional.empty();
    }
  }

  private static String json(SpeedSpec speed) {
    return SpeedFormat.written(speed).toString();
  }
}
