package dev.ductile.history;

import java.util.ArrayList;
import java.util.List;

/**
 * A quantity over time, kept as its mean in intervals of equal width. The width doubles whenever
 * there would be too many intervals, so memory is bounded; integrals stay exact.
 */
public final class Series {
  private static final int MOST = 2048;

  private double width = 1;
  private final double[] areas = new double[MOST];
  private int used;
  private double until;
  private double value;
  private double total;

  /** Sets the value from now on. */
  void set(double seconds, double newValue) {
    extend(seconds);
    value = newValue;
  }

  /** The integral so far. */
  double total() {
    return total;
  }

  /** The means from the start to {@code seconds}, and the last value to there. */
  List<Point> points(double seconds) {
    extend(seconds);
    var points = new ArrayList<Point>();
    for (int i = 0; i < used; i++) {
      double from = i * width;
      double length = Math.min(width, until - from);
      if (length > 0) {
        points.add(new Point(from, areas[i] / length));
      }
    }
    return List.copyOf(points);
  }

  /** The mean from {@code seconds} to the next point. */
  public record Point(double seconds, double mean) {}

  private void extend(double to) {
    if (to <= until) {
      return;
    }
    while (to > width * MOST) {
      halve();
    }
    total += value * (to - until);
    int first = (int) (until / width);
    int last = (int) (to / width);
    if (value != 0) {
      for (int i = first; i <= Math.min(last, MOST - 1); i++) {
        areas[i] += value * Math.max(0, Math.min(to, (i + 1) * width) - Math.max(until, i * width));
      }
    }
    used = Math.min(last + 1, MOST);
    until = to;
  }

  private void halve() {
    for (int i = 0; i < MOST / 2; i++) {
      areas[i] = areas[2 * i] + areas[2 * i + 1];
    }
    java.util.Arrays.fill(areas, MOST / 2, MOST, 0);
    used = (used + 1) / 2;
    width *= 2;
  }
}
