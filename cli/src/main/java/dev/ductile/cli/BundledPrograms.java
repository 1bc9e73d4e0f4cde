package dev.ductile.cli;

import dev.ductile.api.Program;
import dev.ductile.examples.SampleTrainer;
import dev.ductile.runtime.Trainer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The programs of the jobs in a file. Some come with Ductile; a command names them by its first
 * word.
 *
 * @param folder in which a program starts, and where its relative paths begin
 */
record BundledPrograms(Path folder) {
  BundledPrograms {
    folder = folder.toAbsolutePath();
  }

  /** For commands in this file: paths are relative to its folder. */
  static BundledPrograms beside(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    return new BundledPrograms(folder == null ? Path.of("") : folder);
  }

  /**
   * The program as an engine can start it: its directory is absolute, and its command names no
   * bundled program.
   */
  Program started(Program written) {
    Path directory = folder.resolve(written.directory()).normalize();
    return written.withCommand(command(written.command())).withDirectory(directory.toString());
  }

  /** The command, with the name of a bundled program replaced by the command that starts it. */
  List<String> command(List<String> command) {
    return Trainer.command(SampleTrainer.command(located(command)));
  }

  /**
   * The path of a trainer's job file begins beside the scenario file, in whatever directory it
   * starts.
   */
  private List<String> located(List<String> command) {
    if (command.size() < 2
        || !command.getFirst().equals(Trainer.WORD)
        || command.get(1).startsWith("-")) {
      return command;
    }
    var located = new ArrayList<>(command);
    located.set(1, folder.resolve(command.get(1)).normalize().toString());
    return located;
  }
}
