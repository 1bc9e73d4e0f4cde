package dev.ductile.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Records the figures of a program that cannot use {@link ResultRecorder}, such as one of the tests
 * of another module. The program leaves a file with one figure a line: its name, a tab and its
 * value.
 */
final class FigureFile {
  private FigureFile() {}

  /** {@code FigureFile FILE}. */
  public static void main(String[] arguments) throws IOException {
    ResultRecorder results = ResultRecorder.ofThisRun();
    addAll(Path.of(arguments[0]), results);
    results.save();
  }

  static void addAll(Path file, ResultRecorder results) throws IOException {
    for (String line : Files.readAllLines(file)) {
      String[] cells = line.split("\t", -1);
      if (cells.length != 2) {
        throw new IOException(
            "%s: expected a figure, a tab and a value, found: %s".formatted(file, line));
      }
      results.add(cells[0], cells[1]);
    }
  }
}
