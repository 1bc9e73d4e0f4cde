package dev.ductile.bench.testbed;

import java.util.List;

/**
 * What a number of workers did together.
 *
 * @param spread half of how far the repetitions lie apart, in steps per second
 * @param busy the share of this machine's processors that was busy with anything
 */
record Measured(int workers, double stepsPerSecond, double spread, double busy, Traffic traffic) {
  /** Between two moments of the machine's clock. */
  static Measured in(Span window, List<List<Span>> work, double busy, Traffic traffic) {
    long[] starts =
        work.stream()
            .flatMap(List::stream)
            .filter(window::holds)
            .mapToLong(Span::from)
            .sorted()
            .toArray();
    if (starts.length < 2) {
      throw new IllegalStateException(
          "%d workers made only %d steps".formatted(work.size(), starts.length));
    }
    double seconds = Span.seconds(starts[0], starts[starts.length - 1]);
    return new Measured(work.size(), (starts.length - 1) / seconds, 0, busy, traffic);
  }

  /** This one and a repetition of it. */
  Measured and(Measured other) {
    return new Measured(
        workers,
        (stepsPerSecond + other.stepsPerSecond) / 2,
        Math.abs(stepsPerSecond - other.stepsPerSecond) / 2,
        (busy + other.busy) / 2,
        traffic.plus(other.traffic));
  }
}
