package dev.ductile.cli;

import dev.ductile.answers.Response;
import dev.ductile.text.InputException;
import dev.ductile.text.OutputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * How a command writes its answer: results on standard output, everything else on the other one.
 */
final class Output {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      defaultValue = "table",
      description = "How to print: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  Response.Form form = Response.Form.table;

  /** Writes the whole answer, or fails: a full disk behind a redirection is not silence. */
  static void print(String answer) {
    print(answer, Optional.empty());
  }

  /**
   * The same beside a file that the command writes: where that is standard output too, the answer
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

  /** How a file that was written is called. */
  static String name(Path file) {
    return OutputFile.isStandardOutput(file) ? "standard output" : file.toString();
  }

  /** Tells a person something beside the answer. */
  static void say(String line) {
    System.err.println(line);
  }

  /** Draws on the terminal beside the answer; the text has its own line ends. */
  static void draw(String text) {
    System.err.print(text);
    System.err.flush();
  }

  /** Whether a person watches standard error; the launcher knows. */
  static boolean isWatched() {
    return Boolean.getBoolean("ductile.watched");
  }
}
