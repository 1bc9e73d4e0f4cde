package dev.ductile.contracts;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares figures in sentences with their true values, to the precision of their digits. */
final class FigureText {
  /** The pattern of a number without a unit. */
  static final String NUMBER = "(infinite|minus infinite|unknown|-?\\d[-\\d.e+]*)";

  /** The pattern of a time. */
  static final String SPAN =
      "(-?\\d[-\\d.e+]* (?:d|h|min|s)(?: \\d+ (?:h|min|s))?|less than 1 ms"
          + "|more than a hundred million years|unknown time)";

  private static final Pattern ONE_SPAN = Pattern.compile("(?<![\\w.-])" + SPAN + "(?!\\w)");
  private static final Pattern PARTS =
      Pattern.compile("(-?)(\\d[-\\d.e+]*) (d|h|min|s)(?: (\\d+) (h|min|s))?");
  private static final Map<String, Double> UNITS =
      Map.of("s", 1.0, "min", 60.0, "h", 3600.0, "d", 86_400.0);

  /** Times in these units are rounded to this many seconds: the next smaller unit. */
  private static final Map<String, Double> STEPS = Map.of("min", 1.0, "h", 60.0, "d", 3600.0);

  /** The relative error of three significant digits. */
  private static final double DIGITS = 0.0051;

  private static final double MILLISECOND = 1e-3;
  private static final double AGES = 3e15;

  private FigureText() {}

  /** The seconds of a unit of time. */
  static double unit(String name) {
    return UNITS.getOrDefault(name, Double.NaN);
  }

  /**
   * Whether the text is this number.
   *
   * @param lost the largest rounding error of the operands
   */
  static boolean isNumber(String text, double truth, double lost) {
    return switch (text) {
      case "unknown" -> Double.isNaN(truth);
      case "infinite" -> truth == Double.POSITIVE_INFINITY || lost == Double.POSITIVE_INFINITY;
      case "minus infinite" ->
          truth == Double.NEGATIVE_INFINITY || lost == Double.POSITIVE_INFINITY;
      default ->
          Math.abs(Double.parseDouble(text) - truth) <= DIGITS * Math.abs(truth) + lost
              || !Double.isFinite(lost);
    };
  }

  /** Whether the text is this time in seconds. */
  static boolean isSpan(String text, double truth, double lost) {
    Matcher parts = PARTS.matcher(text);
    if (!parts.matches()) {
      return switch (text) {
        case "less than 1 ms" -> truth > 0 && truth < MILLISECOND + lost;
        case "more than a hundred million years" -> truth > AGES || !Double.isFinite(lost);
        default -> !Double.isFinite(truth) || !Double.isFinite(lost);
      };
    }
    if (!Double.isFinite(truth)) {
      return false;
    }
    double written = Double.parseDouble(parts.group(2)) * unit(parts.group(3));
    if (parts.group(4) != null) {
      written += Double.parseDouble(parts.group(4)) * unit(parts.group(5));
    }
    double size = parts.group(1).isEmpty() ? truth : -truth;
    double forgiven = MILLISECOND + lost + 1e-9 * Math.abs(truth);
    return Math.abs(size - written) <= forgiven + rounding(parts, written);
  }

  /** All times of a sentence. */
  static List<String> spans(String sentence) {
    return ONE_SPAN.matcher(sentence).results().map(found -> found.group(1)).toList();
  }

  /** Whether two times are in the same single unit; an unknown time is in any. */
  static boolean haveOneUnit(String span, String other) {
    Matcher parts = PARTS.matcher(span);
    Matcher others = PARTS.matcher(other);
    if (!parts.matches() || !others.matches()) {
      return true;
    }
    boolean isSingle = parts.group(4) == null && others.group(4) == null;
    return isSingle && parts.group(3).equals(others.group(3));
  }

  /** A time in two units is rounded to the smaller one; a number has three digits. */
  private static double rounding(Matcher parts, double written) {
    double whole = written == 0 ? 0 : 1;
    double step = STEPS.getOrDefault(parts.group(3), whole) / 2;
    return parts.group(4) == null ? Math.max(DIGITS * written, step) : step;
  }
}
