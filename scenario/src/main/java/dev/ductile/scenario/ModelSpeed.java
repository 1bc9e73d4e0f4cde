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
 * A speed with its model as written, so that it can be written again.
 *
 * @param model the group of keys of the model; never changed
 * @param error the relative uncertainty of the speed, where it is given
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
