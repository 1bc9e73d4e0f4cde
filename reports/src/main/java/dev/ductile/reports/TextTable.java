package dev.ductile.reports;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in columns: words to the left, numbers to the right. */
public final class TextTable {
  private static final String GAP = "  ";

  /** The number of blanks between two columns. */
  public static final int GAP_WIDTH = GAP.length();

  private final List<List<String>> rows = new ArrayList<>();
  private final int columns;
  private final boolean hasNumbers;

  /** A table whose columns of numbers are to the right. */
  public TextTable(List<String> heading) {
    this(heading, true);
  }

  private TextTable(List<String> heading, boolean hasNumbers) {
    this.columns = heading.size();
    this.hasNumbers = hasNumbers;
    rows.add(heading);
  }

  /** A table whose cells are all words, even those that begin with a digit. */
  public static TextTable ofWords(List<String> heading) {
    return new TextTable(heading, false);
  }

  public void add(List<String> row) {
    if (row.size() != columns) {
      throw new IllegalArgumentException(
          "a row of %d cells in a table of %d columns".formatted(row.size(), columns));
    }
    rows.add(row);
  }

  /** A line across the table. */
  public void rule() {
    rows.add(List.of());
  }

  @Override
  public String toString() {
    int[] widths = widths();
    boolean[] numbers = numbers();
    var text = new StringBuilder();
    for (List<String> row : rows) {
      text.append(row.isEmpty() ? across(widths) : line(row, widths, numbers)).append('\n');
    }
    return text.toString();
  }

  /** The columns with only numbers below their heading. */
  private boolean[] numbers() {
    var numbers = new boolean[columns];
    for (int i = 1; hasNumbers && i < columns; i++) {
      int column = i;
      numbers[i] =
          rows.stream()
              .skip(1)
              .filter(row -> !row.isEmpty())
              .map(row -> row.get(column))
              .allMatch(TextTable::isNumber);
    }
    return numbers;
  }

  private static boolean isNumber(String cell) {
    return cell.isEmpty() || Character.isDigit(cell.charAt(0)) || cell.startsWith("-");
  }

  private int[] widths() {
    var widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], width(row.get(i)));
      }
    }
    return widths;
  }

  private static String line(List<String> row, int[] widths, boolean[] numbers) {
    var line = new StringBuilder();
    for (int i = 0; i < row.size(); i++) {
      String padding = " ".repeat(widths[i] - width(row.get(i)));
      line.append(i == 0 ? "" : GAP);
      line.append(numbers[i] ? padding + row.get(i) : row.get(i) + padding);
    }
    return line.toString().stripTrailing();
  }

  private static String across(int[] widths) {
    int width = GAP.length() * (widths.length - 1);
    for (int one : widths) {
      width += one;
    }
    return "-".repeat(width);
  }

  private static int width(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
