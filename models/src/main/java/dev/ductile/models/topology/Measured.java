package dev.ductile.models.topology;

import dev.ductile.models.Amounts;

/** One measured placement: how long a step took there. */
public record Measured(Spread spread, double examplesPerWorker, double secondsPerStep) {
  public Measured {
    Amounts.aboveZero("examplesPerWorker", examplesPerWorker);
    Amounts.aboveZero("secondsPerStep", secondsPerStep);
  }
}
