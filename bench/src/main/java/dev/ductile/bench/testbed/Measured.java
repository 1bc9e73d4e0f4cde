package dev.ductile.bench.testbed;

import java.util.List;

/**
 * The measured throughput of a number of workers.
 *
 * @param spread half of the distance between the repetitions, in steps per second
 * @param busy the busy share of this machine's processors, with all other programs
 */
record Measured(
    int workers, double stepsPerSecond, double spread, double busy, TcpCounters traffic) {
  /** The measurement between two times of the machine's clock. */
  static Measured in(Span window, List<List<Span>> work, double busy, TcpCounters traffic) {
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

  /** The mean of this measurement and a repetition. */
  Measured and(Measured other) {
    return new Measured(
        workers,
        (stepsPerSecond + other.stepsPerSecond) / 2,
        Math.abs(stepsPerSecond - other.stepsPerSecond) / 2,
        (busy + other.busy) / 2,
        traffic.plus(other.traffic));
  }
}
