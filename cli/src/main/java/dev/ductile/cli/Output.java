package dev.ductile.cli;

import dev.ductile.answers.Response;
import dev.ductile.cli.train.TerminalSize;
import dev.ductile.reports.TextTable;
import dev.ductile.text.InputException;
import dev.ductile.text.OutputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The output of a command: its answer on standard output, all other lines on standard error. */
final class Output {
  private static final int COLUMNS = 80;
  private static final int LEAST_COLUMNS = 40;
  private static final int LEAST_HELP_COLUMNS = 55;
  private static final int MOST_HELP_COLUMNS = 100;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      defaultValue = "table",
      description = "The output format: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
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

  /** Writes a line for people beside the answer, also with --quiet: an error, or how to resume. */
  static void say(String line) {
    System.err.println(line);
  }

  /** Writes text to the terminal beside the answer; the text has its own line ends. */
  static void draw(String text) {
    System.err.print(text);
    System.err.flush();
  }

  /**
   * The width of tables: the variable COLUMNS, or that of the terminal. A file or a pipe has a line
   * for each row, however long.
   */
  static int columns() {
    return columns(System.getenv("COLUMNS"), System.getProperty("ductile.output"))
        .orElse(TextTable.UNLIMITED);
  }

  /** The same for these values of the variable and of the property that the launcher sets. */
  static OptionalInt columns(@Nullable String variable, @Nullable String terminal) {
    if (variable != null && variable.matches("[0-9]{2,4}")) {
      return OptionalInt.of(Math.max(LEAST_COLUMNS, Integer.parseInt(variable)));
    }
    return terminal == null
        ? OptionalInt.empty()
        : OptionalInt.of(Math.max(LEAST_COLUMNS, TerminalSize.of(terminal).columns()));
  }

  /** Whether standard output is a terminal; the launcher sets the property. */
  static boolean isTerminal() {
    return System.getProperty("ductile.output") != null && !"dumb".equals(System.getenv("TERM"));
  }

  /** The width of help texts, which have lines of a comfortable length in any terminal. */
  static int helpColumns() {
    int columns =
        columns(System.getenv("COLUMNS"), System.getProperty("ductile.output")).orElse(COLUMNS);
    return Math.clamp(columns, LEAST_HELP_COLUMNS, MOST_HELP_COLUMNS);
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
