package dev.ductile.models.queueing;

/** The assumption on transfers that meet on a link. */
public enum Solver {
  /** Transfers share the link equally: exact mean value analysis, Eq. 1. */
  EXACT(0.18),
  /** Transfers are served one after the other: approximate mean value analysis, Eq. 2. */
  FCFS(0.21),
  /**
   * Transfers are served one after the other on a quiet link, and share a busy one: Eq. 3 and 4.
   */
  HYBRID(0.13);

  private final double error;

  Solver(double error) {
    this.error = error;
  }

  /**
   * The relative error that nine of ten predictions did not exceed on the test bed ({@code
   * bench/run testbed}).
   */
  public double error() {
    return error;
  }
}
