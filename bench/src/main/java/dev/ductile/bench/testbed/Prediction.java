package dev.ductile.bench.testbed;

/** Steps per second as a solver expects them of 1, 2, ... workers. */
record Prediction(Solver solver, double[] stepsPerSecond) {
  static Prediction of(Solver solver, Phases profile, Case subject, int mostWorkers) {
    double share = subject.shares().stream().mapToDouble(each -> each).max().orElseThrow();
    return new Prediction(solver, StandIn.curve(solver, profile, share, mostWorkers));
  }

  /** How far off it is, relative to what was measured; positive if too fast. */
  double error(Throughput measured) {
    return stepsPerSecond[measured.workers() - 1] / measured.stepsPerSecond() - 1;
  }
}
