package dev.ductile.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Numbers and lists of numbers in options. */
final class NumberOptions {
  private static final int MOST = 10_000;

  private NumberOptions() {}

  /** A list such as {@code 1,2,5} or {@code 1..10}. */
  record Seeds(List<Long> list) implements ITypeConverter<Seeds> {
    Seeds() {
      this(List.of());
    }

    /** The text of the option: {@code 1..50} for consecutive numbers. */
    @Override
    public String toString() {
      long first = list.getFirst();
      long last = list.getLast();
      return list.size() > 2 && list.equals(LongStream.rangeClosed(first, last).boxed().toList())
          ? first + ".." + last
          : list.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    @Override
    public Seeds convert(String text) {
      return new Seeds(
          several(text)
              .orElseThrow(() ->
                  new TypeConversionException(
                      "seeds are whole numbers such as 1,2,5 or 1..10, not \"%s\""
                          .formatted(text))));
    }
  }

  /** A list of whole numbers and ranges, such as {@code 1,2,5} or {@code 1..10,20}. */
  static Optional<List<Long>> several(String text) {
    var numbers = new ArrayList<Long>();
    try {
      for (String part : text.split(",", -1)) {
        String[] ends = part.split("\\.\\.", -1);
        long first = Long.parseLong(ends[0].strip());
        long last = ends.length == 2 ? Long.parseLong(ends[1].strip()) : first;
        if (ends.length > 2 || last < first || last - first >= MOST - numbers.size()) {
          return Optional.empty();
        }
        for (long number = first; number <= last; number++) {
          numbers.add(number);
        }
      }
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
    return Optional.of(List.copyOf(numbers));
  }

  /** A share such as {@code 5%} or {@code 0.05}. */
  static double share(String option, String text) {
    try {
      boolean hundredths = text.endsWith("%");
      double number = Double.parseDouble(hundredths ? text.substring(0, text.length() - 1) : text);
      double share = hundredths ? number / 100 : number;
      if (share > 0 && share < 1) {
        return share;
      }
    } catch (NumberFormatException e) {
      // any text that is no share gets the message below
    }
    throw new dev.ductile.text.InputException(
        "%s needs a share such as 5%%, not \"%s\"".formatted(option, text));
  }
}
