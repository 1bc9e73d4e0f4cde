package dev.ductile.reports;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The places of the columns of a table in a terminal. Long cells of words wrap. If that is not
 * enough, the table continues below, with its first column and the columns that had no place.
 *
 * @param gap the blanks between two columns
 * @param width the columns of the terminal
 */
record TableLayout(int gap, int width) {
  /** The columns of one part of a table, and their widths. */
  record Block(List<Integer> columns, List<Integer> widths) {}

  /**
   * The parts of a table.
   *
   * @param natural the width of the longest cell of each column
   * @param least the smallest width of each column
   */
  List<Block> blocks(int[] natural, int[] least) {
    var blocks = new ArrayList<Block>();
    var columns = new ArrayList<Integer>(List.of(0));
    int used = least[0];
    for (int i = 1; i < natural.length; i++) {
      if (columns.size() > 1 && used + gap + least[i] > width) {
        blocks.add(block(columns, natural, least));
        columns = new ArrayList<>(List.of(0));
        used = least[0];
      }
      columns.add(i);
      used += gap + least[i];
    }
    blocks.add(block(columns, natural, least));
    return blocks;
  }

  /** Takes blanks from the widest columns until the others fit. */
  private Block block(List<Integer> columns, int[] natural, int[] least) {
    var widths = new ArrayList<Integer>(columns.stream().map(i -> natural[i]).toList());
    int total = gap * (columns.size() - 1) + widths.stream().mapToInt(Integer::intValue).sum();
    for (int over = total - width; over > 0; over--) {
      int widest =
          IntStream.range(0, columns.size())
              .filter(i -> widths.get(i) > least[columns.get(i)])
              .boxed()
              .max((a, b) -> Integer.compare(widths.get(a), widths.get(b)))
              .orElse(-1);
      if (widest < 0) {
        break;
      }
      widths.set(widest, widths.get(widest) - 1);
    }
    return new Block(List.copyOf(columns), List.copyOf(widths));
  }
}
