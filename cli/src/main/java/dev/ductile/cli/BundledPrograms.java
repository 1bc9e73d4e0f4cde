package dev.ductile.cli;

import dev.ductile.examples.SampleTrainer;
import dev.ductile.runtime.Trainer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The programs that come with Ductile. A command names them by its first word.
 *
 * @param folder for relative paths in a command
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

  /** The command, with the name of a bundled program replaced by the command that starts it. */
  List<String> command(List<String> command) {
    return Trainer.command(SampleTrainer.command(located(command)));
  }

  /** A trainer runs in the folder of its job, so its job file needs an absolute path. */
  private List<String> located(List<String> command) {
    if (command.size() < 2 || !command.getFirst().equals(Trainer.WORD)) {
      return command;
    }
    var located = new ArrayList<>(command);
    located.set(1, folder.resolve(command.get(1)).normalize().toString());
    return located;
  }
}
