package dev.ductile.cli;

import dev.ductile.examples.SampleTrainer;
import dev.ductile.runtime.Trainer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The programs that come with Ductile, by the words that stand for them at the head of a command.
 *
 * @param folder from which the files that they are told of are looked for
 */
record BundledPrograms(Path folder) {
  BundledPrograms {
    folder = folder.toAbsolutePath();
  }

  /** Those that lie in the folder of this file. */
  static BundledPrograms beside(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    return new BundledPrograms(folder == null ? Path.of("") : folder);
  }

  /** The command with its first word replaced by what starts the program, if it is one of them. */
  List<String> command(List<String> command) {
    return Trainer.command(SampleTrainer.command(located(command)));
  }

  /** A trainer runs in a folder of its job's, where the name of its file would mean another. */
  private List<String> located(List<String> command) {
    if (command.size() < 2 || !command.getFirst().equals(Trainer.WORD)) {
      return command;
    }
    var located = new ArrayList<>(command);
    located.set(1, folder.resolve(command.get(1)).normalize().toString());
    return located;
  }
}
