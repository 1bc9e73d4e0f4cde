package dev.ductile.bench.training;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The time of each step of a job, as its workers report it ({@code metrics.csv}). A step that a
 * reconfiguration interrupts is longer by the pause, so this measures pauses without the master's
 * clock.
 */
final class StepTimes {
  private static final int TIMES = 5;

  private final List<Step> steps;

  /** A step: the time at which the master had all its reports, and the sum of its five times. */
  private record Step(long atMillis, double millis) {
    static Step of(String row) {
      String[] cells = row.split(",");
      double sum =
          Stream.of(cells).skip(cells.length - TIMES).mapToDouble(Double::parseDouble).sum();
      return new Step(Long.parseLong(cells[0]), sum);
    }
  }

  private StepTimes(List<Step> steps) {
    this.steps = steps;
  }

  static StepTimes of(Path folder) throws IOException {
    List<String> rows = Files.readAllLines(folder.resolve("metrics.csv"));
    return new StepTimes(rows.stream().skip(1).map(Step::of).toList());
  }

  /** The milliseconds by which the longest step of an interval exceeds its median step. */
  double excess(long fromMillis, long toMillis) {
    List<Double> sorted =
        steps.stream()
            .filter(step -> step.atMillis() >= fromMillis && step.atMillis() <= toMillis)
            .map(Step::millis)
            .sorted(Comparator.naturalOrder())
            .toList();
    return sorted.isEmpty() ? Double.NaN : sorted.getLast() - sorted.get(sorted.size() / 2);
  }
}
