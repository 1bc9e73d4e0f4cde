package dev.ductile.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder of one measurement, which is deleted with all of its files at the end. */
public record TemporaryFolder(Path path) implements AutoCloseable {
  public static TemporaryFolder make(String name) throws IOException {
    return new TemporaryFolder(Files.createTempDirectory("ductile-" + name));
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
