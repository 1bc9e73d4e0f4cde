package dev.ductile.bench.dl2;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The scenario file of DL2, with policies that expect other speeds than the true ones, as DL2 says
 * of Optimus (Sections 2.2 and 6.3): Optimus counts communication that computation hides, so a
 * worker of each server costs twice as much, and it knows of no congestion, so that each task costs
 * half as much.
 */
final class Misestimates {
  private static final Pattern THETA =
      Pattern.compile(
          "( *)speed: (.*theta: \\[)([^,]+), ([^,]+), ([^,]+), ([^,]+), ([^\\]]+)(].*)");

  private static final double HIDDEN = 2;
  private static final double CONGESTION = 0.5;

  private Misestimates() {}

  /** The text of the scenario with expected speeds beside the true ones. */
  static String of(List<String> lines) {
    var text = new StringBuilder();
    for (String line : lines) {
      text.append(line).append('\n');
      Matcher speed = THETA.matcher(line);
      if (speed.matches()) {
        text.append(expected(speed)).append('\n');
      }
    }
    return text.toString();
  }

  private static String expected(Matcher speed) {
    return String.format(
        Locale.ROOT,
        "%sexpectedSpeed: %s%s, %s, %.4f, %.4f, %.4f%s",
        speed.group(1),
        speed.group(2),
        speed.group(3),
        speed.group(4),
        HIDDEN * Double.parseDouble(speed.group(5)),
        CONGESTION * Double.parseDouble(speed.group(6)),
        CONGESTION * Double.parseDouble(speed.group(7)),
        speed.group(8));
  }
}
