package dev.ductile.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder that is made, looked into and removed as a whole. */
final class Folder {
  private Folder() {}

  /** An empty one, whatever was there. */
  static Path fresh(Path folder) throws IOException {
    remove(folder);
    return Files.createDirectories(folder);
  }

  /** What lies in it; nothing if it is not there. */
  static List<Path> inside(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.list(folder)) {
      return paths.toList();
    }
  }

  static void remove(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
