package dev.ductile.runtime;

import java.io.PrintStream;
import java.util.OptionalDouble;

/** The output of a process: whole lines, from any thread; an engine reads those in JSON. */
final class Lines {
  private final PrintStream out;

  Lines(PrintStream out) {
    this.out = out;
  }

  /** Prints a line for users. */
  void say(String line) {
    print(line.replaceAll("\\p{Cntrl}+", " "));
  }

  /** Prints a line that must reach the user who runs the job, and not only the log. */
  void warn(String warning) {
    print("{\"warning\":%s}".formatted(quoted(warning)));
  }

  /** The beginning of a line of JSON that reports a step. */
  static StringBuilder progress(long step, OptionalDouble loss) {
    var line = new StringBuilder("{\"step\":").append(step);
    loss.ifPresent(value -> {
      if (Double.isFinite(value)) {
        line.append(",\"loss\":").append(Decimals.significant(value));
      }
    });
    return line;
  }

  /** A text as JSON. */
  static String quoted(String text) {
    return '"'
        + text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " ")
        + '"';
  }

  /** Reports to the engine why the job has failed. */
  void failed(String why) {
    print("{\"failed\":%s}".formatted(quoted(why)));
  }

  synchronized void print(String line) {
    out.println(line);
    out.flush();
  }
}
