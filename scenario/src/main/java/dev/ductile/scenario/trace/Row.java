package dev.ductile.scenario.trace;

import dev.ductile.text.InputException;
import dev.ductile.text.Place;
import dev.ductile.text.Quantity;
import dev.ductile.text.ValuePath;
import dev.ductile.text.Written;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * One row of a table.
 *
 * @param quoted whether fields with commas or quotes are written in quotes
 */
record Row(String file, long line, List<String> fields, boolean quoted) {
  /** The largest number in a trace. */
  private static final double MOST = 1e18;

  /** The spellings of NaN and infinity in traces. */
  private static final Set<String> BROKEN =
      Set.of("nan", "inf", "+inf", "-inf", "infinity", "+infinity", "-infinity");

  String text(Column column) {
    return fields.get(column.index()).strip();
  }

  /** The text of an optional column; empty if the table does not have it. */
  String text(Optional<Column> column) {
    return column.map(this::text).orElse("");
  }

  /** A number of at least zero. */
  double number(Column column) {
    String text = text(column);
    double number = parsed(text);
    if (!(number >= 0 && number <= MOST)) {
      throw wrong(column, "must be a number between 0 and 1e18, not " + quoted(text));
    }
    return number;
  }

  /** A number of either sign, or NaN, which a diverging program writes. */
  double measured(Column column) {
    String text = text(column);
    double number = parsed(text);
    boolean finite = number >= -MOST && number <= MOST;
    if (!finite && !BROKEN.contains(text.toLowerCase(Locale.ROOT))) {
      throw wrong(column, "must be a number up to 1e18, nan or inf, not " + quoted(text));
    }
    return finite ? number : Double.NaN;
  }

  double positive(Column column) {
    double number = number(column);
    if (number == 0) {
      throw wrong(column, "must be above 0, not " + quoted(text(column)));
    }
    return number;
  }

  /** A whole number from zero to a million, in any notation. */
  int count(Column column) {
    double number = number(column);
    if (number != Math.rint(number) || number > 1_000_000) {
      throw wrong(column, "must be a whole number up to 1000000, not " + quoted(text(column)));
    }
    return (int) number;
  }

  /** A whole number of either sign; the nearest {@code int} if it is beyond all of them. */
  int nearestInt(Column column) {
    double number = parsed(text(column));
    if (number != Math.rint(number)) {
      throw wrong(column, "must be a whole number, not " + quoted(text(column)));
    }
    return (int) number;
  }

  Instant time(Column column) {
    return Quantity.instant(text(column))
        .orElseThrow(() ->
            wrong(
                column, "must be a time such as 2017-10-09 07:01:55, not " + quoted(text(column))));
  }

  /** The time this many seconds after 1970. */
  Instant seconds(Column column, double seconds) {
    return Quantity.after(Instant.EPOCH, seconds)
        .orElseThrow(
            () -> wrong(column, "must be a time before 2160, not " + quoted(text(column))));
  }

  InputException wrong(Column column, String what) {
    return new InputException(
        new Place(file, line, character(column)),
        ValuePath.ROOT.key(column.name()),
        column.name() + " " + what);
  }

  InputException wrong(String what) {
    return new InputException(Place.at(file, line), what);
  }

  static String quoted(String text) {
    return text.isEmpty() ? "nothing" : "\"" + Written.clipped(text) + "\"";
  }

  /**
   * The position of a field's first character, from 1, if only fields that need quotes have them.
   */
  private long character(Column column) {
    long character = 1;
    for (String field : fields.subList(0, column.index())) {
      character += field.length() + 1;
      if (quoted && (field.indexOf('"') >= 0 || field.indexOf(',') >= 0)) {
        character += 2 + field.chars().filter(c -> c == '"').count();
      }
    }
    return character;
  }

  private static double parsed(String text) {
    if (text.isEmpty() || !isNumeric(text)) {
      return Double.NaN;
    }
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException _) {
      return Double.NaN;
    }
  }

  /** Whether the text is a decimal number; Java's parser accepts more, such as hexadecimal. */
  private static boolean isNumeric(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E') {
        return false;
      }
    }
    return true;
  }
}
