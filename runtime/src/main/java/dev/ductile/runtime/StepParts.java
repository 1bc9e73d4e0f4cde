package dev.ductile.runtime;

import dev.ductile.runtime.master.report.StepSummary;

/** The mean durations of a step in computation and in synchronisation since the last line. */
final class StepParts {
  private static final double NANOS = 1e9;

  private long steps;
  private double computeNanos;
  private double syncNanos;

  void add(StepSummary step) {
    steps++;
    computeNanos += step.workerNanos();
    syncNanos +=
        (double) step.downlinkNanos() + step.uplinkNanos() + step.serverNanos() + step.waitNanos();
  }

  /** Members of a line of JSON; empty if no step has ended since the last line. */
  String take() {
    if (steps == 0) {
      return "";
    }
    String members =
        ",\"computeSeconds\":%s,\"syncSeconds\":%s"
            .formatted(
                Decimals.significant(computeNanos / steps / NANOS),
                Decimals.significant(syncNanos / steps / NANOS));
    steps = 0;
    computeNanos = 0;
    syncNanos = 0;
    return members;
  }
}
