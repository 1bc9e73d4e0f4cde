package dev.ductile.cli.train;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The size of a terminal, in characters. */
public record TerminalSize(int columns, int rows) {
  /** The size if a terminal does not report one. */
  public static final TerminalSize DEFAULT = new TerminalSize(80, 24);

  private static final Pattern ROWS_AND_COLUMNS = Pattern.compile("(\\d{1,4}) (\\d{1,4})");

  /** The time at the start of a line about an event; later lines begin below its text. */
  private static final Pattern TIME = Pattern.compile(" *[0-9.]+ s  ");

  /** The size in the form of {@code stty size}; the default for another text and for zeros. */
  public static TerminalSize of(String text) {
    Matcher size = ROWS_AND_COLUMNS.matcher(text);
    if (!size.matches()) {
      return DEFAULT;
    }
    int rows = Integer.parseInt(size.group(1));
    int columns = Integer.parseInt(size.group(2));
    return rows > 0 && columns > 0 ? new TerminalSize(columns, rows) : DEFAULT;
  }

  /** The part of the lines that leaves the last row and the last column empty. */
  List<String> cut(List<String> lines) {
    return lines.stream()
        .limit(rows - 1L)
        .map(line -> line.substring(0, Math.min(line.length(), columns - 1)))
        .toList();
  }

  /** The line, broken at spaces where it is longer than a row; a longer word is not broken. */
  String wrapped(String line) {
    Matcher time = TIME.matcher(line);
    String indent = " ".repeat(time.lookingAt() ? time.end() : 0);
    var rows = new StringBuilder();
    String rest = line;
    while (rest.length() > columns) {
      int space = rest.lastIndexOf(' ', columns);
      if (space <= indent.length()) {
        break;
      }
      rows.append(rest, 0, space).append('\n');
      rest = indent + rest.substring(space + 1);
    }
    return rows.append(rest).toString();
  }
}
