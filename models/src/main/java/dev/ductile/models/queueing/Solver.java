package dev.ductile.models.queueing;

/** What is assumed of transfers that meet on a link. */
public enum Solver {
  /** They share it equally: exact mean value analysis, Eq. 1. */
  EXACT(0.18),
  /** They take turns, each in its full length: approximate mean value analysis, Eq. 2. */
  FCFS(0.21),
  /** They take turns on a quiet link and share a busy one: Eq. 3 and 4. */
  HYBRID(0.13);

  private final double error;

  Solver(double error) {
    this.error = error;
  }

  /** By which factor above 1 it was off, nine times out of ten, on the test bed in bench. */
  public double error() {
    return error;
  }
}
