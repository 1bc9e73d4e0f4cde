package dev.ductile.bench.learn;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A value that grows with time, in milliseconds; linear between known points. */
final class StepTimeline {
  private final List<Point> points = new ArrayList<>();

  private record Point(double millis, double value) {}

  /** The steps of a job by its tables; the report of several steps is the time of the last. */
  static StepTimeline of(Path regroups, Path metrics) throws IOException {
    var course = new StepTimeline();
    course.add(cell(Files.readAllLines(regroups).get(1), 0), 0);
    for (String row : Files.readAllLines(metrics).stream().skip(1).toList()) {
      course.add(cell(row, 0), cell(row, 1) + 1);
    }
    return course;
  }

  private static double cell(String row, int column) {
    return Double.parseDouble(row.split(",", column + 2)[column]);
  }

  /** Adds a point; of two points at one time the later counts. */
  void add(double millis, double value) {
    if (!points.isEmpty() && points.getLast().millis() >= millis) {
      points.removeLast();
    }
    points.add(new Point(millis, value));
  }

  /** The time of the first point. */
  double first() {
    return points.getFirst().millis();
  }

  double valueAt(double millis) {
    int i = 1;
    while (i < points.size() - 1 && points.get(i).millis() < millis) {
      i++;
    }
    Point from = points.get(i - 1);
    Point to = points.get(i);
    double share = (millis - from.millis()) / (to.millis() - from.millis());
    return from.value() + Math.clamp(share, 0.0, 1.0) * (to.value() - from.value());
  }

  /** The time at which a value is reached. */
  double whenIs(double value) {
    int i = 1;
    while (i < points.size() - 1 && points.get(i).value() < value) {
      i++;
    }
    Point from = points.get(i - 1);
    Point to = points.get(i);
    double share = (value - from.value()) / (to.value() - from.value());
    return from.millis() + Math.clamp(share, 0.0, 1.0) * (to.millis() - from.millis());
  }
}
