package dev.ductile.reports;

import java.util.ArrayList;
import java.util.List;

/** A list of numbers in which neighbours are one range: {@code 1–163, 200}. */
final class NumberRanges {
  private static final int LEAST = 3;

  private NumberRanges() {}

  static String text(List<Long> numbers) {
    var parts = new ArrayList<String>();
    int from = 0;
    for (int i = 1; i <= numbers.size(); i++) {
      boolean goesOn = i < numbers.size() && numbers.get(i) == numbers.get(i - 1) + 1;
      if (!goesOn) {
        add(parts, numbers.subList(from, i));
        from = i;
      }
    }
    return String.join(", ", parts);
  }

  private static void add(List<String> parts, List<Long> range) {
    if (range.size() < LEAST) {
      range.forEach(number -> parts.add(Long.toString(number)));
    } else {
      parts.add("%d\u2013%d".formatted(range.getFirst(), range.getLast()));
    }
  }
}
