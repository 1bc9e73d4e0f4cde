package dev.ductile.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/**
 * The data folder of a server, which only its owner can read.
 *
 * @param root the folder
 */
public record ServiceFolder(Path root) {
  /** The words of the operating system, which Java gives no type. */
  private static final String NO_SPACE = "No space left on device";

  public ServiceFolder {
    root = root.toAbsolutePath().normalize();
  }

  /** The folder, made if it is missing. */
  public static ServiceFolder open(Path root) throws IOException {
    var folder = new ServiceFolder(root);
    if (!Files.isDirectory(folder.root)) {
      Files.createDirectories(
          folder.root,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
    Files.createDirectories(folder.jobs());
    return folder;
  }

  /**
   * Lets users of the operating system pass to the folders of their jobs. They can list nothing on
   * the way. The database is made first, because the further files of SQLite get its rights.
   */
  void admitUsers() throws IOException {
    if (!Files.exists(database())) {
      Files.createFile(
          database(),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    try (Stream<Path> files = Files.list(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      }
    }
    for (Path passed : List.of(root, jobs())) {
      Files.setPosixFilePermissions(passed, PosixFilePermissions.fromString("rwx--x--x"));
    }
  }

  /** The failure; if the disk of this folder is full, with a sentence that says so. */
  IOException named(IOException failure) {
    return String.valueOf(failure.getMessage()).endsWith(NO_SPACE)
        ? new IOException(
            "the data folder %s cannot be written: its disk is full; free space on it"
                .formatted(root),
            failure)
        : failure;
  }

  /** The database, unless another one is named. */
  public Path database() {
    return root.resolve("ductile.db");
  }

  /** The settings of the server's last start, which its journal does not have. */
  public Path settings() {
    return root.resolve("server-settings.json");
  }

  /** The policy and the queues of the server file that was applied last. */
  public Path lastFile() {
    return root.resolve("server-file.json");
  }

  /** The name of the server file of the last start. */
  public Path rememberedFile() {
    return root.resolve("server-file-name");
  }

  /** The token of the first administrator. */
  public Path token() {
    return root.resolve("token");
  }

  /** The logs and checkpoints of jobs, with a folder for each. */
  public Path jobs() {
    return root.resolve("jobs");
  }

  /** The name of this folder in a database outside of it. */
  Path identity() {
    return root.resolve("identity");
  }

  /** The native library of the SQLite driver, while a server runs. */
  public Path nativeLibrary() {
    return root.resolve("native");
  }

  /** The secrets of users. */
  public Path secrets() {
    return root.resolve("secrets");
  }

  /** The address at which the server was reached last, for commands on this machine. */
  public Path address() {
    return root.resolve("address");
  }
}
