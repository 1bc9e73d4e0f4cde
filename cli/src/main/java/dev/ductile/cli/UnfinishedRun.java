package dev.ductile.cli;

import dev.ductile.text.OutputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A run that is not over, as a file in its folder describes it.
 *
 * @param scenario the name of its scenario
 * @param keepsRunning whether its jobs outlive the command
 * @param file the scenario file; empty if it was standard input
 */
record UnfinishedRun(String scenario, boolean keepsRunning, Optional<Path> file) {
  private static final String JOBS_KEEP_RUNNING = "jobs keep running";
  private static final String JOBS_END = "jobs end with the command";

  UnfinishedRun {
    file = file.map(path -> path.toAbsolutePath().normalize());
  }

  /**
   * The run that a file describes. Earlier builds wrote only the name, of runs that keep running.
   */
  static UnfinishedRun read(Path mark) throws IOException {
    List<String> lines = Files.readString(mark).strip().lines().toList();
    boolean keepsRunning = lines.size() < 2 || lines.get(1).equals(JOBS_KEEP_RUNNING);
    Optional<Path> file = lines.size() < 3 ? Optional.empty() : Optional.of(Path.of(lines.get(2)));
    return new UnfinishedRun(lines.isEmpty() ? "" : lines.getFirst(), keepsRunning, file);
  }

  void write(Path mark) throws IOException {
    String lifetime = keepsRunning ? JOBS_KEEP_RUNNING : JOBS_END;
    String path = file.map(Path::toString).orElse("");
    OutputFile.write(mark, "%s\n%s\n%s\n".formatted(scenario, lifetime, path));
  }
}
