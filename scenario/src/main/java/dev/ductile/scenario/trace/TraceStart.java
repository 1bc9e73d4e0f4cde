package dev.ductile.scenario.trace;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** The first characters of a trace, by which formats are recognised. */
final class TraceStart {
  private TraceStart() {}

  static String firstLine(String start) {
    return start.lines().findFirst().orElse("").strip();
  }

  static boolean hasColumns(String header, String separator, String... names) {
    List<String> found =
        Arrays.stream(header.split(Pattern.quote(separator))).map(String::strip).toList();
    return found.containsAll(List.of(names));
  }
}
