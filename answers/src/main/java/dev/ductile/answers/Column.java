package dev.ductile.answers;

import dev.ductile.text.InputException;
import dev.ductile.text.Place;
import dev.ductile.text.Suggestion;
import dev.ductile.text.ValuePath;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A column of a sheet.
 *
 * @param spellings other names of it, in lower case and without separators
 */
public record Column(String label, Set<String> spellings) {
  private static final int MOST = 1_000_000;

  public static Column called(String label, String... others) {
    var spellings = new HashSet<>(List.of(others));
    spellings.add(label.toLowerCase(Locale.ROOT));
    return new Column(label, Set.copyOf(spellings));
  }

  public Optional<Integer> in(Sheet sheet) {
    for (int i = 0; i < sheet.header().size(); i++) {
      if (isCalled(sheet.header().get(i))) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  boolean isAmong(List<String> names) {
    return names.stream().anyMatch(this::isCalled);
  }

  private boolean isCalled(String name) {
    return spellings.contains(name.toLowerCase(Locale.ROOT).replaceAll("[-_ .\"]", ""));
  }

  public int needed(Sheet sheet) {
    return in(sheet)
        .orElseThrow(() ->
            new InputException(
                Place.at(sheet.file().toString(), 1),
                "the table has no column \"%s\"%s"
                    .formatted(label, Suggestion.phrase(label, sheet.header()))));
  }

  /** A whole number. */
  public static int count(Sheet sheet, Sheet.Line line, int column) {
    double number = number(sheet, line, column);
    if (number != Math.rint(number) || Math.abs(number) > MOST) {
      throw wrong(sheet, line, column, "must be a whole number up to " + MOST);
    }
    return (int) number;
  }

  public static double positive(Sheet sheet, Sheet.Line line, int column) {
    double number = number(sheet, line, column);
    if (!(number > 0)) {
      throw wrong(sheet, line, column, "must be above 0 (leave failed measurements out)");
    }
    return number;
  }

  public static double number(Sheet sheet, Sheet.Line line, int column) {
    try {
      double number = Double.parseDouble(line.fields().get(column).strip());
      if (Double.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException _) {
      // text that is not a number gets the message below
    }
    throw wrong(sheet, line, column, "must be a finite number");
  }

  private static InputException wrong(Sheet sheet, Sheet.Line line, int column, String what) {
    String name = sheet.header().get(column);
    return new InputException(
        Place.at(sheet.file().toString(), line.number()),
        ValuePath.ROOT.key(name),
        "%s %s, not \"%s\"".formatted(name, what, line.fields().get(column)));
  }
}
