package dev.ductile.server;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a server keeps its data.
 *
 * @param folder the data folder
 * @param database the URL of the database; that in the data folder if it is absent
 * @param replacesFolder whether the folder takes the place of another one that the database names,
 *     and that is lost with its tasks
 */
public record DataLocation(Path folder, Optional<String> database, boolean replacesFolder) {
  private static final String POSTGRESQL = "jdbc:postgresql:";

  /** A folder with the database in it. */
  public static DataLocation of(Path folder) {
    return new DataLocation(folder, Optional.empty(), false);
  }

  public DataLocation withDatabase(Optional<String> url) {
    return new DataLocation(folder, url, replacesFolder);
  }

  public DataLocation replacing(boolean isNew) {
    return new DataLocation(folder, database, isNew);
  }

  /** Whether a standby server can wait at the database. */
  boolean hasServerDatabase() {
    return database.filter(url -> url.startsWith(POSTGRESQL)).isPresent();
  }
}
