package dev.ductile.server;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a server keeps its data.
 *
 * @param folder the data folder
 * @param database the URL of the database; that in the data folder if it is absent
 */
public record DataLocation(Path folder, Optional<String> database) {
  /** A folder with the database in it. */
  public static DataLocation of(Path folder) {
    return new DataLocation(folder, Optional.empty());
  }
}
