package dev.ductile.bench.testbed;

import java.util.List;

/** The steps that a number of workers made in a second, all together. */
record Throughput(int workers, double stepsPerSecond, int steps) {
  /** What the workers did between two moments of the machine's clock. */
  static Throughput in(Span window, List<List<Span>> work) {
    double rate = 0;
    int steps = 0;
    for (List<Span> worker : work) {
      List<Span> seen =
          worker.stream()
              .filter(done -> done.from() >= window.from() && done.from() <= window.to())
              .toList();
      if (seen.size() >= 2) {
        int made = seen.size() - 1;
        rate += made / Span.seconds(seen.getFirst().from(), seen.getLast().from());
        steps += made;
      }
    }
    return new Throughput(work.size(), rate, steps);
  }
}
