package dev.ductile.bench.testbed;

import java.util.List;

/**
 * One experiment: a job and the split of its parameters over servers.
 *
 * @param shares the share of the parameters on each server; they sum to 1
 */
record Case(String name, String words, BedJob job, List<Double> shares) {
  private static final long BYTES = 8_000_000;

  /**
   * The variation of times from step to step. With constant times, workers fall into one of several
   * patterns that repeat for ever, and the start decides which one.
   */
  private static final double USUAL = 0.1;

  /** All cases in the order in which they run. */
  static final List<Case> ALL =
      List.of(
          new Case("lin", "the 8 MB model of Lin et al.", lin(Work.SLEEP), List.of(1.0)),
          new Case("lin-two", "the same on two servers", lin(Work.SLEEP), List.of(0.5, 0.5)),
          new Case(
              "lin-unbalanced", "the same, split 80 to 20", lin(Work.SLEEP), List.of(0.8, 0.2)),
          new Case(
              "lin-computing",
              "the same on one server, but processors are kept busy",
              lin(Work.COMPUTE),
              List.of(1.0)),
          new Case(
              "compute-heavy",
              "long work, short messages",
              new BedJob(
                  BYTES / 4,
                  new Effort(Work.SLEEP, 0.160, USUAL),
                  new Effort(Work.SLEEP, 0.006, USUAL),
                  0.018),
              List.of(1.0)),
          new Case(
              "network-heavy",
              "short work, long messages",
              new BedJob(
                  BYTES,
                  new Effort(Work.SLEEP, 0.010, USUAL),
                  new Effort(Work.SLEEP, 0.004, USUAL),
                  0.072),
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

  /** The effort of a server for each step. */
  Effort effort(int server) {
    return job.server().times(shares.get(server));
  }

  /** The job of Section III-B of the paper. */
  private static BedJob lin(Work work) {
    return new BedJob(BYTES, new Effort(work, 0.029, USUAL), new Effort(work, 0.018, USUAL), 0.072);
  }
}
