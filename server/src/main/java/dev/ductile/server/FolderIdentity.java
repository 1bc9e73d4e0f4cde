package dev.ductile.server;

import dev.ductile.journal.Database;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The data folder in which the tasks of a cluster run. A database on its own names it, so that no
 * server with another folder, which cannot see these tasks, starts them a second time.
 *
 * @param id a random name, which a file in the folder has
 * @param host the machine whose processes the tasks are
 */
record FolderIdentity(String id, String host, String path) {
  private static final Path HOST = Path.of("/proc/sys/kernel/hostname");
  private static final int BYTES = 16;

  /** The identity of a folder; one that has none gets one. */
  static FolderIdentity of(ServiceFolder folder, RandomGenerator random) throws IOException {
    Path file = folder.identity();
    if (Files.notExists(file)) {
      byte[] id = new byte[BYTES];
      random.nextBytes(id);
      Path written = file.resolveSibling(file.getFileName() + ".new");
      Files.writeString(written, HexFormat.of().formatHex(id), StandardCharsets.US_ASCII);
      Files.move(written, file);
    }
    return new FolderIdentity(
        Files.readString(file, StandardCharsets.US_ASCII).strip(),
        thisHost(),
        folder.root().toString());
  }

  private static String thisHost() throws IOException {
    return Files.exists(HOST)
        ? Files.readString(HOST, StandardCharsets.UTF_8).strip()
        : "localhost";
  }

  /**
   * Checks that the tasks of the database's cluster are in this folder and on this machine.
   *
   * @throws IOException with a sentence for operators if they are not
   */
  void require(Database database) throws IOException {
    Optional<FolderIdentity> named = named(database).filter(other -> !isSameAs(other));
    if (named.isPresent()) {
      throw new IOException(
          ("the tasks of this cluster are in the data folder %s of the machine %s, where this server"
                  + " cannot see them; start it there with --data %s, or, if that folder is lost and"
                  + " none of its tasks runs any more, with --replace-folder")
              .formatted(named.get().path(), named.get().host(), named.get().path()));
    }
  }

  /** Names this folder in the database. */
  void write(Database database) {
    database.update(session -> {
      session.update("DELETE FROM data_folder");
      session.update("INSERT INTO data_folder (id, host, path) VALUES (?, ?, ?)", id, host, path);
    });
  }

  private boolean isSameAs(FolderIdentity other) {
    return id.equals(other.id) && host.equals(other.host);
  }

  private static Optional<FolderIdentity> named(Database database) {
    return database.read(session ->
        session.first(
            "SELECT id, host, path FROM data_folder",
            row -> new FolderIdentity(row.text("id"), row.text("host"), row.text("path"))));
  }
}
