package dev.ductile.scenario;

import dev.ductile.api.Allocation;
import dev.ductile.api.Estimate;
import dev.ductile.api.Itemised;
import dev.ductile.api.Speed;
import dev.ductile.api.StepTerms;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A speed with a stated relative error.
 *
 * @param error as in {@link Estimate#within}
 */
record SpeedWithError(Speed speed, double error) implements Speed, Itemised {
  @Override
  public double stepsPerSecond(Allocation where) {
    return speed.stepsPerSecond(where);
  }

  @Override
  public Estimate estimate(Allocation where) {
    return Estimate.within(error, speed.stepsPerSecond(where));
  }

  @Override
  public Optional<StepTerms> stepTerms() {
    return speed.stepTerms();
  }

  @Override
  public SortedMap<String, Object> items(Allocation where) {
    return speed instanceof Itemised itemised
        ? itemised.items(where)
        : Collections.emptySortedMap();
  }
}
