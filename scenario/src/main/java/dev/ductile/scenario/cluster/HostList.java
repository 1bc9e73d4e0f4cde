package dev.ductile.scenario.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names in Slurm's short form: {@code n[1-3,7],gpu[01-04]} or {@code rack[0-1]n[0-3]}, and the
 * tasks of a job array: {@code 1-9:2,12}.
 */
final class HostList {
  /** The most names in one list. */
  static final int MOST = 1_000_000;

  private static final Pattern RANGE =
      Pattern.compile("(\\d{1,18})(?:-(\\d{1,18})(?::(\\d{1,9}))?)?");

  private HostList() {}

  /**
   * The names in a list, in its order.
   *
   * @throws IllegalArgumentException if the text is no such list
   */
  static List<String> names(String text) {
    var names = new ArrayList<String>();
    for (String part : split(text, '[', ']')) {
      expand("", part.strip(), names);
    }
    return List.copyOf(names);
  }

  /** The numbers of a list of ranges. */
  static List<Long> numbers(String text) {
    var numbers = new ArrayList<Long>();
    for (String range : text.split(",", -1)) {
      each(
          range.strip(),
          number -> {
            if (numbers.size() == MOST) {
              throw new IllegalArgumentException(
                  "the list has more than %d numbers".formatted(MOST));
            }
            numbers.add(Long.parseLong(number));
          });
    }
    return List.copyOf(numbers);
  }

  private static void expand(String before, String rest, List<String> names) {
    int open = rest.indexOf('[');
    if (open < 0) {
      add(before + rest, names);
      return;
    }
    int close = rest.indexOf(']', open);
    if (close < 0) {
      throw new IllegalArgumentException("the bracket in \"%s\" is not closed".formatted(rest));
    }
    String prefix = before + rest.substring(0, open);
    for (String range : rest.substring(open + 1, close).split(",", -1)) {
      each(range, number -> expand(prefix + number, rest.substring(close + 1), names));
    }
  }

  private static void add(String name, List<String> names) {
    if (name.isEmpty()) {
      return;
    }
    if (names.size() == MOST) {
      throw new IllegalArgumentException("the list has more than %d names".formatted(MOST));
    }
    names.add(name);
  }

  /** Each number of a range, with the leading zeros of its first number. */
  private static void each(String text, Consumer<String> each) {
    Matcher range = RANGE.matcher(text);
    if (!range.matches()) {
      throw new IllegalArgumentException("\"%s\" is no range such as 1-4".formatted(text));
    }
    String first = range.group(1);
    long from = Long.parseLong(first);
    long to = range.group(2) == null ? from : Long.parseLong(range.group(2));
    long step = range.group(3) == null ? 1 : Math.max(1, Long.parseLong(range.group(3)));
    if (to < from || (to - from) / step >= MOST) {
      throw new IllegalArgumentException(
          "the range %s must have from 1 to %d numbers".formatted(text, MOST));
    }
    for (long number = from; number <= to; number += step) {
      each.accept(padded(number, first.length()));
    }
  }

  private static String padded(long number, int width) {
    String digits = Long.toString(number);
    return "0".repeat(Math.max(0, width - digits.length())) + digits;
  }

  /** Splits at commas outside of brackets, into parts that are not empty. */
  static List<String> split(String text, char open, char close) {
    var parts = new ArrayList<String>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i <= text.length(); i++) {
      char c = i < text.length() ? text.charAt(i) : ',';
      depth += c == open ? 1 : c == close ? -1 : 0;
      if (c == ',' && (depth <= 0 || i == text.length())) {
        if (i > start) {
          parts.add(text.substring(start, i));
        }
        start = i + 1;
      }
    }
    return parts;
  }
}
