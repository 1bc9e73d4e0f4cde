package dev.ductile.runtime.simulation;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/** The events of a simulation, with their times. */
final class Trace {
  private static final int MOST = 4_000;

  private final VirtualTime time;
  private final List<String> lines = new ArrayList<>();
  private long hash;

  Trace(VirtualTime time) {
    this.time = time;
  }

  void add(String process, String what) {
    String line = "%12.3f ms  %-10s %s".formatted(time.now() / 1e6, process, what);
    hash = 31 * hash + line.hashCode();
    if (lines.size() < MOST) {
      lines.add(line);
    }
  }

  /** The same for the same events at the same times. */
  long hash() {
    return hash;
  }

  static String text(Throwable e) {
    var text = new StringWriter();
    e.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  @Override
  public String toString() {
    return String.join("\n", lines);
  }
}
