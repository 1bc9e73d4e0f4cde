package dev.ductile.journal;

import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;

/** The tables of a database, as numbered migrations make them. */
record Schema(DatabaseUrl url, Flyway flyway) {
  private static final String MIGRATIONS = "classpath:dev/ductile/journal/migrations";

  static Schema of(DatabaseUrl url, DataSource source) {
    return new Schema(url, Flyway.configure().dataSource(source).locations(MIGRATIONS).load());
  }

  /** Creates the tables, or updates those of an earlier version. */
  void migrate() {
    try {
      requireNoneNewer();
      flyway.migrate();
    } catch (FlywayException failure) {
      throw DatabaseException.of(url, "cannot be prepared", failure);
    }
  }

  /** Refuses a database without the tables of a server, and one of a newer version. */
  void requireReadable() {
    try {
      requireNoneNewer();
      if (Optional.ofNullable(flyway.info().current()).isEmpty()) {
        throw DatabaseException.of(
            url, "has no tables of Ductile; name the database of a server that has run");
      }
    } catch (FlywayException failure) {
      throw DatabaseException.of(url, "cannot be read", failure);
    }
  }

  private void requireNoneNewer() {
    Stream.of(flyway.info().all())
        .filter(Schema::isNewer)
        .findFirst()
        .ifPresent(newer -> {
          throw DatabaseException.of(
              url,
              "was written by a newer version of Ductile (its tables have version %s); install that version"
                  .formatted(newer.getVersion()));
        });
  }

  private static boolean isNewer(MigrationInfo migration) {
    MigrationState state = migration.getState();
    return state == MigrationState.FUTURE_SUCCESS || state == MigrationState.FUTURE_FAILED;
  }
}
