package dev.ductile.engines.supervision;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.OptionalDouble;

/** The speed of a job: the steps of the last few seconds, divided by their time. */
final class Speedometer {
  private static final Duration WINDOW = Duration.ofSeconds(10);
  private static final int MOST_MARKS = 64;

  private final ArrayDeque<Mark> marks = new ArrayDeque<>();

  private record Mark(Instant at, double step) {}

  void pass(Instant at, double step) {
    marks.addLast(new Mark(at, step));
    Instant horizon = at.minus(WINDOW);
    while (marks.size() > MOST_MARKS
        || (marks.size() > 2 && marks.getFirst().at().isBefore(horizon))) {
      marks.removeFirst();
    }
  }

  OptionalDouble stepsPerSecond() {
    if (marks.size() < 2) {
      return OptionalDouble.empty();
    }
    Mark first = marks.getFirst();
    Mark last = marks.getLast();
    double seconds = Duration.between(first.at(), last.at()).toNanos() * 1e-9;
    return seconds > 0 && last.step() > first.step()
        ? OptionalDouble.of((last.step() - first.step()) / seconds)
        : OptionalDouble.empty();
  }
}
