package dev.ductile.cli;

import dev.ductile.scenario.text.InputException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Option;

/**
 * How a command writes its answer: results on standard output, everything else on the other one.
 */
final class Output {
  /** What an answer can look like. */
  enum Form {
    table,
    json,
    yaml,
    csv
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      defaultValue = "table",
      description = "How to print: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  Form form = Form.table;

  /** Writes the whole answer, or fails: a full disk behind a redirection is not silence. */
  static void print(String answer) {
    String whole = answer.endsWith("\n") ? answer : answer + "\n";
    try (var out = new FileOutputStream(FileDescriptor.out)) {
      out.write(whole.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new InputException("cannot write to standard output: " + e.getMessage(), e);
    }
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
