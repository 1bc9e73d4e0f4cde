package dev.ductile.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder into which the SQLite driver unpacks its native library. The driver removes its files
 * when a process ends, but not after a kill; so they lie in the data folder, and each start removes
 * those of the processes before it.
 */
final class NativeLibrary {
  private static final String FOLDER = "org.sqlite.tmpdir";

  /** More than the library has, because its driver does not say that the disk is full. */
  private static final long NEEDED_BYTES = 4L << 20;

  private NativeLibrary() {}

  /** Chooses the folder, unless the command line of Java does. Its caller has locked the data. */
  static void in(Path folder) throws IOException {
    Files.createDirectories(folder);
    List<Path> left;
    try (Stream<Path> files = Files.list(folder)) {
      left = files.filter(file -> file.getFileName().toString().startsWith("sqlite-")).toList();
    }
    for (Path file : left) {
      Files.deleteIfExists(file);
    }
    if (System.getProperty(FOLDER) == null) {
      if (folder.toFile().getUsableSpace() < NEEDED_BYTES) {
        throw new IOException(
            "%s cannot be written: its disk is full; free at least %d MiB on it"
                .formatted(folder, NEEDED_BYTES >> 20));
      }
      System.setProperty(FOLDER, folder.toString());
    }
  }
}
