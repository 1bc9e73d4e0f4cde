package dev.ductile.server.backup;

import dev.ductile.journal.SqliteCopy;
import dev.ductile.server.ServiceFolder;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes what a data folder must not lose into one file that only its owner can read: the database,
 * the secrets, the settings and the token. Logs and checkpoints of jobs are not in it.
 */
public final class Backup {
  static final String DATABASE = "ductile.db";

  /** The names that a backup may have; none of them leaves its folder. */
  static final Pattern ENTRY =
      Pattern.compile(
          "ductile\\.db|server-settings\\.json|server-file\\.json|server-file-name|token|secrets/[A-Za-z0-9_-]+/[A-Za-z0-9_][A-Za-z0-9_.-]*");

  private static final FileAttribute<?> OWNER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final ServiceFolder folder;

  public Backup(ServiceFolder folder) {
    this.folder = folder;
  }

  /**
   * Writes the backup. A server may use the folder meanwhile; the backup has the database at one
   * instant.
   *
   * @param file does not exist; it appears when the backup is complete
   * @return the number of bytes
   */
  public long write(Path file, BackupManifest manifest) throws IOException {
    requireDatabase();
    if (Files.exists(file)) {
      throw new InputException("%s exists; name a new file".formatted(file));
    }
    Path beside = file.toAbsolutePath().resolveSibling("");
    Path copy = Files.createTempFile(beside, ".ductile-backup-", ".db", OWNER);
    Path fresh = Files.createTempFile(beside, ".ductile-backup-", ".zip", OWNER);
    try {
      SqliteCopy.make(folder.database(), copy);
      write(copy, fresh, manifest);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
      return Files.size(file);
    } finally {
      Files.deleteIfExists(copy);
      Files.deleteIfExists(fresh);
    }
  }

  private void requireDatabase() {
    if (Files.isRegularFile(folder.database())) {
      return;
    }
    if (Files.isRegularFile(folder.settings())) {
      throw new InputException(
          "%s has no database, because its server uses PostgreSQL: back the database up with pg_dump, and copy the files server-settings.json and token and the folder secrets"
              .formatted(folder.root()));
    }
    throw new InputException(
        "%s is not the data folder of a server: there is no %s in it"
            .formatted(folder.root(), DATABASE));
  }

  private void write(Path copy, Path fresh, BackupManifest manifest) throws IOException {
    try (var zip =
        new ZipOutputStream(Files.newOutputStream(fresh, StandardOpenOption.TRUNCATE_EXISTING))) {
      zip.putNextEntry(new ZipEntry(BackupManifest.NAME));
      zip.write(manifest.bytes());
      add(zip, DATABASE, copy);
      for (Path file : files()) {
        add(zip, folder.root().relativize(file).toString(), file);
      }
    }
    try (var content = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
      content.force(true);
    }
  }

  private static void add(ZipOutputStream zip, String name, Path file) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    Files.copy(file, zip);
  }

  /** The files beside the database, in order. */
  private List<Path> files() throws IOException {
    var files = new ArrayList<Path>();
    Stream.of(folder.settings(), folder.lastFile(), folder.rememberedFile(), folder.token())
        .filter(Files::isRegularFile)
        .forEach(files::add);
    if (Files.isDirectory(folder.secrets())) {
      try (Stream<Path> secrets = Files.walk(folder.secrets(), 2)) {
        secrets.filter(this::isSecret).sorted().forEach(files::add);
      }
    }
    return List.copyOf(files);
  }

  /** A secret that is being stored has a temporary name. */
  private boolean isSecret(Path file) {
    return Files.isRegularFile(file)
        && ENTRY.matcher(folder.root().relativize(file).toString()).matches();
  }

  /** The secrets of a folder, for the message of a command. */
  public long secrets() throws IOException {
    return files().stream().filter(file -> file.startsWith(folder.secrets())).count();
  }
}
