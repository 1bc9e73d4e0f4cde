package dev.ductile.cli;

import dev.ductile.cli.train.TerminalSize;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options of every command about the lines that it shows people on standard error, besides its
 * errors.
 */
final class Console {
  @Option(
      names = {"-q", "--quiet"},
      description = "Prints results and errors only: no progress and no notes.")
  private boolean quiet;

  @Mixin private final ColorOption color = new ColorOption();

  /** Writes a line about progress, or a note. */
  void note(String line) {
    if (!quiet) {
      Output.say(line);
    }
  }

  /** Whether only results and errors are printed. */
  boolean isQuiet() {
    return quiet;
  }

  /** The display of progress, which has its own line ends. */
  Consumer<String> drawing() {
    return quiet ? _ -> {} : Output::draw;
  }

  /** The terminal of the display; empty if there is none, or nothing to show on it. */
  Optional<TerminalSize> terminal() {
    return quiet ? Optional.empty() : Output.terminal();
  }

  /** Whether people watch the progress. */
  boolean isWatched() {
    return !quiet && Output.isWatched();
  }
}
