package dev.ductile.runtime.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The figures of a measurement, for {@code bench/run} to record: a line for each, with its name, a
 * tab and its value. {@code bench/run} names the file; without one nothing is written.
 */
final class FigureFile {
  private final Optional<Path> file;
  private final List<String> lines = new ArrayList<>();

  FigureFile(Optional<Path> file) {
    this.file = file;
  }

  static FigureFile ofThisRun() {
    return new FigureFile(Optional.ofNullable(System.getenv("BENCH_FIGURES")).map(Path::of));
  }

  void add(String figure, String value) {
    lines.add("%s\t%s".formatted(figure, value));
  }

  void write() throws IOException {
    if (file.isPresent()) {
      Files.write(file.get(), lines);
    }
  }
}
