package dev.ductile.cli;

import dev.ductile.text.InputException;
import dev.ductile.text.OutputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The folder of one run with real processes: its journal, settings, logs and checkpoints. */
record RunFolder(Path path) {
  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  /** A file with the name of the scenario, present until a run with {@code --keep-running} ends. */
  private static final String UNFINISHED = "unfinished";

  /** A new folder: in the folder of an earlier run, jobs would continue from its checkpoints. */
  static RunFolder fresh(Path parent) throws IOException {
    Files.createDirectories(parent);
    String stamp = STAMP.format(LocalDateTime.now(ZoneId.systemDefault()));
    return new RunFolder(Files.createTempDirectory(parent, stamp + "-"));
  }

  /** The newest run that is not over, which must be of this scenario. */
  static Optional<RunFolder> unfinished(Path parent, String scenario) throws IOException {
    for (Path run : runs(parent)) {
      Path mark = run.resolve(UNFINISHED);
      if (Files.exists(mark)) {
        String name = Files.readString(mark).strip();
        if (!name.equals(scenario)) {
          throw new InputException(
              "%s is a run of the scenario %s that is not over; run that one, or choose another folder with --logs"
                  .formatted(run, name));
        }
        return Optional.of(new RunFolder(run));
      }
    }
    return Optional.empty();
  }

  private static List<Path> runs(Path parent) throws IOException {
    if (!Files.isDirectory(parent)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(parent)) {
      return all.sorted(Comparator.reverseOrder()).toList();
    }
  }

  /** This folder, which must have a journal; for a folder of runs the newest of them is named. */
  RunFolder requireJournal() throws IOException {
    if (Files.isRegularFile(journal())) {
      return this;
    }
    List<Path> runs = new ArrayList<>(Files.isRegularFile(path) ? List.of() : runs(path));
    runs.removeIf(run -> !Files.isRegularFile(new RunFolder(run).journal()));
    String next =
        runs.isEmpty()
            ? "it is not the folder of a run of 'ductile run'"
            : "name a run in it, such as the newest: " + runs.getFirst();
    throw new InputException(
        Files.exists(path)
            ? "%s has no journal; %s".formatted(path, next)
            : "there is no folder %s".formatted(path));
  }

  Path journal() {
    return path.resolve("journal");
  }

  /** The settings of the run, which its journal does not have. */
  Path settings() {
    return path.resolve("settings.json");
  }

  /** From now on a later command can take over the run. */
  void begin(String scenario) throws IOException {
    OutputFile.write(path.resolve(UNFINISHED), scenario + "\n");
  }

  /** The run is over. */
  void end() throws IOException {
    Files.deleteIfExists(path.resolve(UNFINISHED));
  }
}
