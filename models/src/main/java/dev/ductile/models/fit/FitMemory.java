package dev.ductile.models.fit;

import java.util.List;

/**
 * The memory of one job's fit.
 *
 * @param expected the speed that was expected of the job before its measurements
 * @param measured the measurements, pooled
 */
public record FitMemory(FittedModel.Expected expected, List<PooledMeasurement> measured) {
  public FitMemory {
    measured = List.copyOf(measured);
  }
}
