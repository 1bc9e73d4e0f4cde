package dev.ductile.bench.testbed;

import java.util.List;

/**
 * What a number of workers did together for a while.
 *
 * @param busy the share of this machine's processors that was busy with anything
 */
record Measured(int workers, double stepsPerSecond, int steps, double busy, Traffic traffic) {
  /** Between two moments of the machine's clock. */
  static Measured in(Span window, List<List<Span>> work, double busy, Traffic traffic) {
    double rate = 0;
    int steps = 0;
    for (List<Span> worker : work) {
      List<Span> seen = worker.stream().filter(window::holds).toList();
      if (seen.size() < 2) {
        throw new IllegalStateException(
            "one of %d workers made only %d steps".formatted(work.size(), seen.size()));
      }
      int made = seen.size() - 1;
      rate += made / Span.seconds(seen.getFirst().from(), seen.getLast().from());
      steps += made;
    }
    return new Measured(work.size(), rate, steps, busy, traffic);
  }
}
