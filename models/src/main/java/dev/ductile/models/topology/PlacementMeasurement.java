package dev.ductile.models.topology;

import dev.ductile.models.ParameterChecks;

/** The measured step time of one placement. */
public record PlacementMeasurement(
    NodeSpread spread, double examplesPerWorker, double secondsPerStep) {
  public PlacementMeasurement {
    ParameterChecks.aboveZero("examplesPerWorker", examplesPerWorker);
    ParameterChecks.aboveZero("secondsPerStep", secondsPerStep);
  }
}
