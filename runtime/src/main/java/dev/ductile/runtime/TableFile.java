package dev.ductile.runtime;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A table's file on disk. A file that is set aside gets the first free number: {@code
 * metrics-1.csv}.
 */
record TableFile(Path path) implements CsvTable.Place {
  private static final int MOST_ASIDE = 1_000;
  private static final String SUFFIX = ".csv";

  @Override
  public SeekableByteChannel open() throws IOException {
    return Files.newByteChannel(
        path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  @Override
  public String setAside() throws IOException {
    String name = name();
    String start = name.substring(0, name.length() - SUFFIX.length());
    for (int number = 1; number <= MOST_ASIDE; number++) {
      String other = start + "-" + number + SUFFIX;
      try {
        Files.move(path, path.resolveSibling(other));
        return other;
      } catch (FileAlreadyExistsException e) {
        // it is another version's
      }
    }
    throw new IOException("%d files %s-*%s are there".formatted(MOST_ASIDE, start, SUFFIX));
  }

  String name() {
    return String.valueOf(path.getFileName());
  }
}
