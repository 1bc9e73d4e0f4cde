package dev.ductile.cli;

import dev.ductile.answers.Response;
import dev.ductile.cli.train.TerminalSize;
import dev.ductile.text.InputException;
import dev.ductile.text.OutputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The output of a command: its answer on standard output, all other lines on standard error. */
final class Output {
  private static final int COLUMNS = 80;
  private static final int LEAST_COLUMNS = 40;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      defaultValue = "table",
      description = "The form of the answer: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  Response.Form form = Response.Form.table;

  @Mixin final Console console = new Console();

  /** Writes the whole answer, or fails, for example if the disk behind a redirection is full. */
  static void print(String answer) {
    print(answer, Optional.empty());
  }

  /**
   * The same for a command that also writes a file: if that file is standard output, the answer
   * goes to standard error.
   */
  static void print(String answer, Optional<Path> file) {
    String whole = answer.endsWith("\n") ? answer : answer + "\n";
    if (file.filter(OutputFile::isStandardOutput).isPresent()) {
      draw(whole);
      return;
    }
    try {
      OutputFile.write(Path.of("-"), whole);
    } catch (IOException e) {
      throw new InputException("cannot write to standard output: " + e.getMessage(), e);
    }
  }

  /** The name of a file in messages. */
  static String name(Path file) {
    return OutputFile.isStandardOutput(file) ? "standard output" : file.toString();
  }

  /** Writes a line for people beside the answer, also with --quiet: an error, or how to go on. */
  static void say(String line) {
    System.err.println(line);
  }

  /** Writes text to the terminal beside the answer; the text has its own line ends. */
  static void draw(String text) {
    System.err.print(text);
    System.err.flush();
  }

  /** The columns of the terminal, by the variable COLUMNS; 80 if it does not say. */
  static int columns() {
    String columns = Objects.requireNonNullElse(System.getenv("COLUMNS"), "");
    return columns.matches("[0-9]{2,4}")
        ? Math.max(LEAST_COLUMNS, Integer.parseInt(columns))
        : COLUMNS;
  }

  /** The terminal on which standard error is shown, by a property of the launcher. */
  static Optional<TerminalSize> terminal() {
    return isWatched()
        ? Optional.of(TerminalSize.of(System.getProperty("ductile.terminal", "")))
        : Optional.empty();
  }

  /** Whether standard error is a terminal that can redraw lines; the launcher sets the property. */
  static boolean isWatched() {
    return Boolean.getBoolean("ductile.watched") && !"dumb".equals(System.getenv("TERM"));
  }
}
