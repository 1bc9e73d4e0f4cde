package dev.ductile.cli;

import dev.ductile.history.RecordedRun;
import dev.ductile.history.RunSettings;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A run to resume.
 *
 * @param file the scenario file
 */
record StoppedRun(RunFolder folder, UnfinishedRun run, Path file) {
  /**
   * The run that a user names.
   *
   * @param named its folder; empty for the newest run of the scenario file
   * @param given the scenario file, if the user gives one
   * @param logs the folder of all runs
   */
  static StoppedRun find(Path named, Optional<Path> given, Path logs) throws IOException {
    if (given.isEmpty() && Files.isRegularFile(named)) {
      throw new InputException(
          "%s is a file, not the folder of a run; put SCENARIO before --resume: ductile run %s --resume"
              .formatted(named, named));
    }
    RunFolder folder =
        named.toString().isEmpty() ? newest(given, logs) : new RunFolder(named).requireJournal();
    UnfinishedRun run =
        folder
            .unfinished()
            .orElseThrow(() ->
                new InputException(
                    "the run in %s is over; 'ductile replay %s' shows it"
                        .formatted(folder.path(), folder.path())));
    return new StoppedRun(folder, run, given.orElseGet(() -> scenario(folder, run)));
  }

  private static RunFolder newest(Optional<Path> given, Path logs) throws IOException {
    Path file =
        given.orElseThrow(() ->
            new InputException(
                "name the folder of a run after --resume, or the SCENARIO before it"));
    return RunFolder.newestUnfinished(logs, file)
        .orElseThrow(() ->
            new InputException(
                "%s has no run of %s that is not over".formatted(logs, InputFile.of(file))));
  }

  private static Path scenario(RunFolder folder, UnfinishedRun run) {
    return run.file()
        .filter(Files::exists)
        .orElseThrow(() ->
            new InputException(
                "%s of the run in %s is not there; give it: ductile run SCENARIO --resume %s"
                    .formatted(
                        run.file().map(file -> "the scenario " + file).orElse("the scenario"),
                        folder.path(),
                        folder.path())));
  }

  boolean keepsRunning() {
    return run.keepsRunning();
  }

  /** Refuses {@code --keep-running} for a run that began without it. */
  void requireLifetime(boolean keepRunning) {
    if (keepRunning && !run.keepsRunning()) {
      throw new InputException(
          "the run in %s began without --keep-running, so its jobs stop with the command; leave the option out"
              .formatted(folder.path()));
    }
  }

  /**
   * The scenario as the run left it: with its last policy, and its placement. The teacher of a
   * policy that was promoted from shadow stays its teacher.
   */
  Scenario scenario(Scenario written, Catalog catalog) throws IOException {
    if (!written.name().equals(run.scenario())) {
      throw new InputException(
          "%s is a run of the scenario %s, not of %s"
              .formatted(folder.path(), run.scenario(), written.name()));
    }
    if (!Files.isRegularFile(folder.settings())) {
      return written;
    }
    RunSettings settings = RunSettings.read(folder.settings());
    List<String> chosen = RecordedRun.read(folder.journal(), catalog).chosenPolicies();
    String last = chosen.isEmpty() ? settings.policy() : chosen.getLast();
    boolean isPromoted =
        written.shadow().filter(shadow -> shadow.policy().line().equals(last)).isPresent();
    String policy = isPromoted ? settings.policy() : last;
    return written
        .withPolicies(List.of(Choice.ofLine(policy)))
        .withPlacement(Choice.ofLine(settings.placement()));
  }
}
