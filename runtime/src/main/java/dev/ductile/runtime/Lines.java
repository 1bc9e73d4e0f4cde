package dev.ductile.runtime;

import java.io.PrintStream;
import java.util.OptionalDouble;

/** What a process prints: whole lines, from any thread; an engine reads those of JSON. */
final class Lines {
  private final PrintStream out;

  Lines(PrintStream out) {
    this.out = out;
  }

  /** Something for people. */
  void say(String line) {
    print(line.replaceAll("\\p{Cntrl}+", " "));
  }

  /** Something that must reach the person who runs the job, and not only the log. */
  void warn(String warning) {
    print("{\"warning\":%s}".formatted(quoted(warning)));
  }

  /** The beginning of a line of JSON that tells of a step. */
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

  /** Why the job has failed, for the engine. */
  void failed(String why) {
    print("{\"failed\":%s}".formatted(quoted(why)));
  }

  synchronized void print(String line) {
    out.println(line);
    out.flush();
  }
}
