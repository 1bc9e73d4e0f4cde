package dev.ductile.reproductions.experiment;

import dev.ductile.text.Written;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** The whole numbers from one to another, written as {@code 1..10}. */
final class IntegerRange {
  private static final Pattern RANGE =
      Pattern.compile("\\s*(\\d{1,9})\\s*\\.\\.\\s*(\\d{1,9})\\s*");
  private static final int MOST = 10_000;

  private IntegerRange() {}

  static List<Long> range(Written written) {
    Matcher ends = RANGE.matcher(written.node().asText());
    if (ends.matches()) {
      long first = Long.parseLong(ends.group(1));
      long last = Long.parseLong(ends.group(2));
      if (first <= last && last - first < MOST) {
        return LongStream.rangeClosed(first, last).boxed().toList();
      }
    }
    throw written.wrong("must be a list or a range such as 1..10, not " + written.quoted());
  }
}
