package dev.ductile.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.api.Allocation;
import dev.ductile.api.Estimate;
import dev.ductile.api.Itemised;
import dev.ductile.api.Speed;
import dev.ductile.api.StepTerms;
import java.util.Collections;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;

/**
 * A speed that remembers how it was written, so that it can be written again.
 *
 * @param model the group of keys it was made from; never changed
 * @param error how far the speed may be off, where the writer says so
 */
public record ModelSpeed(JsonNode model, Speed speed, OptionalDouble error)
    implements Speed, Itemised {
  public ModelSpeed {
    if (!(error.orElse(0) >= 0) || Double.isInfinite(error.orElse(0))) {
      throw new IllegalArgumentException(
          "error must be a finite number of at least 0, not %s".formatted(error.orElse(0)));
    }
  }

  @Override
  public double stepsPerSecond(Allocation where) {
    return speed.stepsPerSecond(where);
  }

  @Override
  public Estimate estimate(Allocation where) {
    return error.isPresent()
        ? Estimate.within(error.getAsDouble(), speed.stepsPerSecond(where))
        : speed.estimate(where);
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
