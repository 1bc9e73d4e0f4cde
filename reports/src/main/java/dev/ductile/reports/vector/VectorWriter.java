package dev.ductile.reports.vector;

import java.awt.Shape;
import java.awt.geom.PathIterator;
import java.util.Locale;

/** The numbers and steps of paths as text. */
final class VectorWriter {
  private static final double TWO_THIRDS = 2 / 3.0;

  private VectorWriter() {}

  /**
   * The words for the steps of a path in a format, each with the coordinates before or after it.
   */
  interface Steps {
    void move(double x, double y);

    void line(double x, double y);

    void curve(double x1, double y1, double x2, double y2, double x, double y);

    void close();
  }

  /** Follows a path; curves of second degree become those of third degree. */
  static void follow(Shape shape, Steps steps) {
    double[] at = new double[6];
    double x = 0;
    double y = 0;
    for (PathIterator path = shape.getPathIterator(null); !path.isDone(); path.next()) {
      int kind = path.currentSegment(at);
      switch (kind) {
        case PathIterator.SEG_MOVETO -> steps.move(at[0], at[1]);
        case PathIterator.SEG_LINETO -> steps.line(at[0], at[1]);
        case PathIterator.SEG_CUBICTO -> steps.curve(at[0], at[1], at[2], at[3], at[4], at[5]);
        case PathIterator.SEG_QUADTO ->
            steps.curve(
                x + TWO_THIRDS * (at[0] - x),
                y + TWO_THIRDS * (at[1] - y),
                at[2] + TWO_THIRDS * (at[0] - at[2]),
                at[3] + TWO_THIRDS * (at[1] - at[3]),
                at[2],
                at[3]);
        default -> steps.close();
      }
      int last = lastNumber(kind);
      x = last < 0 ? x : at[last];
      y = last < 0 ? y : at[last + 1];
    }
  }

  private static int lastNumber(int kind) {
    return switch (kind) {
      case PathIterator.SEG_CUBICTO -> 4;
      case PathIterator.SEG_QUADTO -> 2;
      case PathIterator.SEG_CLOSE -> -1;
      default -> 0;
    };
  }

  /** At most two digits after the point: {@code 12.5}. */
  static String number(double value) {
    String digits = String.format(Locale.ROOT, "%.2f", value).replaceFirst("\\.?0+$", "");
    return digits.equals("-0") ? "0" : digits;
  }
}
