package dev.ductile.bench.testbed;

import java.util.List;

/**
 * One experiment: a job, and how its parameters are split over servers.
 *
 * @param shares of the parameters on each server; they sum to 1
 */
record Case(String name, String words, Job job, List<Double> shares) {
  private static final long BYTES = 8_000_000;

  /** The job of Lin et al., Section III-B: a model of 8 MB. */
  private static final Job LIN = new Job(BYTES, 0.029, 0.018, 0.072, Work.SLEEP);

  /** All of them, in the order in which they run. */
  static final List<Case> ALL =
      List.of(
          new Case("lin", "the 8 MB model of Lin et al.", LIN, List.of(1.0)),
          new Case("lin-two", "the same on two servers", LIN, List.of(0.5, 0.5)),
          new Case("lin-unbalanced", "the same, split 80 to 20", LIN, List.of(0.8, 0.2)),
          new Case(
              "compute-heavy",
              "long work, short messages",
              new Job(BYTES / 4, 0.160, 0.006, 0.018, Work.SLEEP),
              List.of(1.0)),
          new Case(
              "network-heavy",
              "short work, long messages",
              new Job(BYTES, 0.010, 0.004, 0.072, Work.SLEEP),
              List.of(1.0)),
          new Case(
              "lin-computing",
              "the first case, but processors are kept busy",
              new Job(BYTES, 0.029, 0.018, 0.072, Work.COMPUTE),
              List.of(1.0)));

  Case {
    double sum = shares.stream().mapToDouble(share -> share).sum();
    if (!(Math.abs(sum - 1) < 1e-9)) {
      throw new IllegalArgumentException("the shares must sum to 1, not %s".formatted(shares));
    }
    shares = List.copyOf(shares);
  }

  int servers() {
    return shares.size();
  }

  long bytes(int server) {
    return Math.round(job.bytes() * shares.get(server));
  }

  double serverSeconds(int server) {
    return job.serverSeconds() * shares.get(server);
  }
}
