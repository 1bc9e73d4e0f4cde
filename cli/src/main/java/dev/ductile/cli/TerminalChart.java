package dev.ductile.cli;

import dev.ductile.answers.PredictionAnswer;
import dev.ductile.answers.RoundedNumber;
import dev.ductile.reports.SpeedChart;
import dev.ductile.reports.SpeedChart.Point;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A chart of a speed curve in characters, for a terminal of 80 columns. */
final class TerminalChart {
  private static final int WIDTH = 64;
  private static final int HEIGHT = 16;
  private static final char RANGE = '░';
  private static final char LINE = '·';
  private static final char POINT = '●';
  private static final char KNEE = '◆';
  private static final char BEST = '★';

  private final char[][] canvas = new char[HEIGHT][WIDTH];
  private final SpeedChart.Curve curve;
  private final List<SpeedChart.Mark> marks;
  private final String unit;
  private final double top;

  /** The curve for the number of servers of the best size. */
  TerminalChart(PredictionAnswer prediction) {
    int servers = prediction.best().size().servers();
    curve =
        prediction.curves().stream()
            .filter(one -> one.servers() == servers)
            .findFirst()
            .orElseThrow();
    marks = prediction.marks();
    unit = prediction.unit();
    double most =
        curve.points().stream().mapToDouble(point -> point.estimate().high()).max().orElse(0);
    top = most > 0 && Double.isFinite(most) ? most : 1;
    for (char[] row : canvas) {
      Arrays.fill(row, ' ');
    }
  }

  String text() {
    drawColumns();
    curve.points().forEach(point -> put(point.workers(), speed(point), POINT));
    for (SpeedChart.Mark mark : marks) {
      put(mark.size().workers(), mark.stepsPerSecond(), mark.name().equals("best") ? BEST : KNEE);
    }
    return framed();
  }

  private void drawColumns() {
    for (int column = 0; column < WIDTH; column++) {
      double workers = first() + (last() - first()) * column / (WIDTH - 1.0);
      int next = 0;
      while (next < curve.points().size() - 1 && curve.points().get(next).workers() < workers) {
        next++;
      }
      Point right = curve.points().get(next);
      Point left = curve.points().get(Math.max(0, next - 1));
      drawColumn(column, left, right, part(left, right, workers));
    }
  }

  private void drawColumn(int column, Point left, Point right, double part) {
    int low = row(mixed(left.estimate().low(), right.estimate().low(), part));
    int high = row(mixed(left.estimate().high(), right.estimate().high(), part));
    if (high < low) {
      for (int row = high; row <= low; row++) {
        canvas[row][column] = RANGE;
      }
    }
    canvas[row(mixed(speed(left), speed(right), part))][column] = LINE;
  }

  private String framed() {
    var text = new StringBuilder();
    for (int row = 0; row < HEIGHT; row++) {
      String label =
          row % 5 == 0 ? RoundedNumber.figure(top * (HEIGHT - 1 - row) / (HEIGHT - 1)) : "";
      text.append(String.format(Locale.ROOT, "%10s ┤", label))
          .append(new String(canvas[row]).stripTrailing())
          .append('\n');
    }
    String last = Integer.toString(last());
    String first = Integer.toString(first());
    String gap = " ".repeat(Math.max(1, WIDTH - first.length() - last.length()));
    return text.append(String.format(Locale.ROOT, "%10s └", unit) + "─".repeat(WIDTH) + "\n")
        .append(" ".repeat(12) + first + gap + last + "\n")
        .append(" ".repeat(12) + "workers" + legend() + "\n")
        .toString();
  }

  private String legend() {
    String servers = curve.servers() == 0 ? "" : ", servers: " + curve.servers();
    String knee = marks.size() > 1 ? "   " + KNEE + " knee" : "";
    return servers + "   " + POINT + " predicted" + knee + "   " + BEST + " best";
  }

  private void put(int workers, double stepsPerSecond, char sign) {
    int span = Math.max(1, last() - first());
    canvas[row(stepsPerSecond)][(workers - first()) * (WIDTH - 1) / span] = sign;
  }

  private int row(double stepsPerSecond) {
    long up = Math.round(Math.min(stepsPerSecond, top) / top * (HEIGHT - 1));
    return (int) (HEIGHT - 1 - up);
  }

  private int first() {
    return curve.points().getFirst().workers();
  }

  private int last() {
    return curve.points().getLast().workers();
  }

  private static double speed(Point point) {
    return point.estimate().stepsPerSecond();
  }

  private static double part(Point left, Point right, double workers) {
    int span = right.workers() - left.workers();
    return span == 0 ? 0 : Math.clamp((workers - left.workers()) / span, 0, 1);
  }

  private static double mixed(double left, double right, double part) {
    return left + (right - left) * part;
  }
}
