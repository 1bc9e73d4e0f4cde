package dev.ductile.cli;

import dev.ductile.text.InputException;
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

  /** The file of an {@link UnfinishedRun}, present until the run ends. */
  private static final String UNFINISHED = "unfinished";

  /** A new folder: in the folder of an earlier run, jobs would continue from its checkpoints. */
  static RunFolder fresh(Path parent) throws IOException {
    Files.createDirectories(parent);
    String stamp = STAMP.format(LocalDateTime.now(ZoneId.systemDefault()));
    return new RunFolder(Files.createTempDirectory(parent, stamp + "-"));
  }

  /** The newest run whose jobs keep running, which must be of this scenario. */
  static Optional<RunFolder> keptRunning(Path parent, String scenario) throws IOException {
    for (Path path : runs(parent)) {
      var run = new RunFolder(path);
      Optional<UnfinishedRun> kept = run.unfinished().filter(UnfinishedRun::keepsRunning);
      if (kept.isPresent()) {
        String name = kept.get().scenario();
        if (!name.equals(scenario)) {
          throw new InputException(
              "%s is a run of the scenario %s that is not over; run that one, or choose another folder with --logs"
                  .formatted(path, name));
        }
        return Optional.of(run);
      }
    }
    return Optional.empty();
  }

  /** The newest run of this scenario file that is not over. */
  static Optional<RunFolder> newestUnfinished(Path parent, Path file) throws IOException {
    Optional<Path> wanted = Optional.of(file.toAbsolutePath().normalize());
    for (Path path : runs(parent)) {
      var run = new RunFolder(path);
      if (run.unfinished().filter(found -> found.file().equals(wanted)).isPresent()) {
        return Optional.of(run);
      }
    }
    return Optional.empty();
  }

  /** The run in this folder, if it is not over. */
  Optional<UnfinishedRun> unfinished() throws IOException {
    Path mark = path.resolve(UNFINISHED);
    return Files.exists(mark) ? Optional.of(UnfinishedRun.read(mark)) : Optional.empty();
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
    if (hasBegun()) {
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

  /** Whether a command has begun the run. */
  boolean hasBegun() {
    return Files.isRegularFile(journal());
  }

  Path journal() {
    return path.resolve("journal");
  }

  /** The decisions of a policy in shadow. */
  Path shadowLog() {
    return path.resolve("shadow.jsonl");
  }

  /** The settings of the run, which its journal does not have. */
  Path settings() {
    return path.resolve("settings.json");
  }

  /**
   * From now on a later command can resume the run. The journal must be open, so that no other
   * command has it.
   */
  void begin(UnfinishedRun run) throws IOException {
    run.write(path.resolve(UNFINISHED));
  }

  /** The run is over. */
  void end() throws IOException {
    Files.deleteIfExists(path.resolve(UNFINISHED));
  }
}
