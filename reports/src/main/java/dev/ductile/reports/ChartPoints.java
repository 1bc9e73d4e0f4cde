package dev.ductile.reports;

import dev.ductile.history.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/** The points of a line in a chart, thinned to the resolution of the chart. */
record ChartPoints(List<Point> points) {
  private static final double PERCENT = 100;

  /** A point of a chart; in a series over time, {@code y} holds from here to the next point. */
  record Point(double x, double y) {}

  /** The share of the values at or below each value, without values that are not numbers. */
  static ChartPoints distribution(DoubleStream values, int most) {
    double[] sorted = values.filter(Double::isFinite).sorted().toArray();
    var points = new ArrayList<Point>();
    if (sorted.length > 0) {
      points.add(new Point(sorted[0], 0));
    }
    int count = Math.min(sorted.length, most);
    for (int i = 1; i <= count; i++) {
      int rank = (int) ((long) i * sorted.length / count);
      points.add(new Point(sorted[rank - 1], (double) rank / sorted.length));
    }
    return new ChartPoints(List.copyOf(points));
  }

  /** A quantity over time, times {@code factor}; neighbours are averaged if there are too many. */
  static ChartPoints over(List<Series.Point> series, double factor, int most) {
    int group = Math.max(1, Math.ceilDiv(series.size(), most));
    var points = new ArrayList<Point>();
    for (int from = 0; from < series.size(); from += group) {
      List<Series.Point> part = series.subList(from, Math.min(series.size(), from + group));
      double mean = part.stream().mapToDouble(Series.Point::mean).average().orElse(0);
      points.add(new Point(part.getFirst().seconds(), mean * factor));
    }
    return new ChartPoints(List.copyOf(points));
  }

  /** The shares as percentages, with each step drawn as a line across and a line up. */
  ChartPoints stairs() {
    var stairs = new ArrayList<Point>();
    double before = 0;
    for (Point point : points) {
      stairs.add(new Point(point.x(), before));
      stairs.add(new Point(point.x(), point.y() * PERCENT));
      before = point.y() * PERCENT;
    }
    return new ChartPoints(List.copyOf(stairs));
  }

  boolean isEmpty() {
    return points.isEmpty();
  }

  double firstX() {
    return points.isEmpty() ? 0 : points.getFirst().x();
  }

  double lastX() {
    return points.isEmpty() ? 0 : points.getLast().x();
  }

  double middleX() {
    return points.isEmpty() ? 0 : points.get(points.size() / 2).x();
  }

  List<Double> xs(double scale) {
    return points.stream().map(point -> point.x() * scale).toList();
  }

  List<Double> ys() {
    return points.stream().map(Point::y).toList();
  }
}
