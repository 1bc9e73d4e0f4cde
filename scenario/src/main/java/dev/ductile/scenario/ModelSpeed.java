package dev.ductile.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.api.Allocation;
import dev.ductile.api.Speed;

/**
 * A speed that remembers how it was written, so that it can be written again.
 *
 * @param model the group of keys it was made from; never changed
 */
public record ModelSpeed(JsonNode model, Speed speed) implements Speed {
  @Override
  public double stepsPerSecond(Allocation where) {
    return speed.stepsPerSecond(where);
  }
}
