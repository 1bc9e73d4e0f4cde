package dev.ductile.cli;

import dev.ductile.answers.RoundedNumber;
import dev.ductile.learned.model.CurvePoint;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A figure of a training curve in characters, for a terminal of 80 columns.
 *
 * @param name the name of the figure
 */
record CurveChart(String name, List<CurvePoint> curve) {
  private static final int WIDTH = 64;
  private static final int HEIGHT = 10;
  private static final char POINT = '●';

  CurveChart {
    curve = curve.stream().filter(point -> point.figures().containsKey(name)).toList();
  }

  String text() {
    char[][] canvas = new char[HEIGHT][WIDTH];
    for (char[] row : canvas) {
      Arrays.fill(row, ' ');
    }
    curve.forEach(point -> canvas[row(point)][column(point)] = POINT);
    var text = new StringBuilder(name).append('\n');
    for (int row = 0; row < HEIGHT; row++) {
      double value = most() * (HEIGHT - 1 - row) / (HEIGHT - 1);
      String label = row % 3 == 0 ? RoundedNumber.figure(value) : "";
      text.append(String.format(Locale.ROOT, "%10s ┤", label))
          .append(new String(canvas[row]).stripTrailing())
          .append('\n');
    }
    String first = Long.toString(curve.getFirst().slots());
    String last = Long.toString(curve.getLast().slots());
    String gap = " ".repeat(Math.max(1, WIDTH - first.length() - last.length()));
    return text.append(String.format(Locale.ROOT, "%10s └", ""))
        .append("─".repeat(WIDTH))
        .append('\n')
        .append(" ".repeat(12) + first + gap + last + "\n")
        .append(" ".repeat(12) + "slots of training\n")
        .toString();
  }

  private double value(CurvePoint point) {
    return point.figures().getOrDefault(name, 0.0);
  }

  private double most() {
    double most = curve.stream().mapToDouble(this::value).max().orElse(0);
    return most > 0 ? most : 1;
  }

  private int row(CurvePoint point) {
    double share = Math.clamp(value(point) / most(), 0, 1);
    return (int) (HEIGHT - 1 - Math.round(share * (HEIGHT - 1)));
  }

  private int column(CurvePoint point) {
    long first = curve.getFirst().slots();
    long span = Math.max(1, curve.getLast().slots() - first);
    return (int) ((point.slots() - first) * (WIDTH - 1) / span);
  }
}
