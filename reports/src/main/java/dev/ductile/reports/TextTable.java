package dev.ductile.reports;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rows of text in columns: words to the left, numbers to the right. */
public final class TextTable {
  /** The width of output that is no terminal: no cell wraps. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  private static final String GAP = "  ";

  /** The number of blanks between two columns. */
  public static final int GAP_WIDTH = GAP.length();

  /** Longer words may be broken. */
  private static final int LONGEST_WORD = 16;

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

  /** The table with a line for each row. */
  @Override
  public String toString() {
    return in(UNLIMITED);
  }

  /**
   * The table in a terminal of this width. Cells wrap between words, and columns without a place
   * follow below, so that nothing is left out.
   */
  public String in(int width) {
    boolean[] numbers = numbers();
    return new TableLayout(GAP_WIDTH, width)
        .blocks(widths(), leastWidths(numbers, width)).stream()
            .map(block -> text(block, numbers))
            .collect(Collectors.joining("\n"));
  }

  /** Whether no cell wraps in this width. */
  public boolean fits(int width) {
    return Arrays.stream(widths()).sum() + GAP_WIDTH * (columns - 1) <= width;
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

  /** The widths of numbers and of long words; names in the first column have half of the width. */
  private int[] leastWidths(boolean[] numbers, int width) {
    var least = new int[columns];
    for (int row = 0; row < rows.size(); row++) {
      for (int i = 0; i < rows.get(row).size(); i++) {
        String cell = rows.get(row).get(i);
        int needed =
            i == 0
                ? Math.min(width(cell), width / 2)
                : row > 0 && numbers[i] ? width(cell) : longestWord(cell);
        least[i] = Math.max(least[i], needed);
      }
    }
    return least;
  }

  private static int longestWord(String cell) {
    return Arrays.stream(cell.split(" ", -1))
        .mapToInt(word -> Math.min(LONGEST_WORD, width(word)))
        .max()
        .orElse(0);
  }

  private String text(TableLayout.Block block, boolean[] numbers) {
    List<List<List<String>>> cells = rows.stream().map(row -> wrapped(row, block)).toList();
    int[] widths = new int[block.columns().size()];
    for (List<List<String>> row : cells) {
      for (int i = 0; i < row.size(); i++) {
        int widest = row.get(i).stream().mapToInt(TextTable::width).max().orElse(0);
        widths[i] = Math.max(widths[i], widest);
      }
    }
    int across = Arrays.stream(widths).sum() + GAP_WIDTH * (widths.length - 1);
    var text = new StringBuilder();
    for (List<List<String>> row : cells) {
      text.append(
          row.isEmpty() ? "-".repeat(across) + "\n" : lines(row, widths, block.columns(), numbers));
    }
    return text.toString();
  }

  /** The lines of each cell of a row. */
  private static List<List<String>> wrapped(List<String> row, TableLayout.Block block) {
    return IntStream.range(0, row.isEmpty() ? 0 : block.columns().size())
        .mapToObj(i -> Wrapped.lines(row.get(block.columns().get(i)), block.widths().get(i)))
        .toList();
  }

  /** A row: as many lines as its longest cell needs. */
  private static String lines(
      List<List<String>> row, int[] widths, List<Integer> columns, boolean[] numbers) {
    int height = row.stream().mapToInt(List::size).max().orElse(1);
    var text = new StringBuilder();
    for (int line = 0; line < height; line++) {
      var one = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        String part = line < row.get(i).size() ? row.get(i).get(line) : "";
        String padding = " ".repeat(widths[i] - width(part));
        one.append(i == 0 ? "" : GAP);
        one.append(numbers[columns.get(i)] ? padding + part : part + padding);
      }
      text.append(one.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private static int width(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
