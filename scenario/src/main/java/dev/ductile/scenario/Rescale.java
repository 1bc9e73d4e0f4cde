package dev.ductile.scenario;

import dev.ductile.api.Mechanism;
import java.time.Duration;
import java.util.Map;

/**
 * What it costs a job to start and to change its size.
 *
 * @param start from being given resources to the first step, at every start from nothing
 * @param cost the pause at a change of size, by how the job changes it; a mechanism that is not
 *     there costs nothing
 */
public record Rescale(Duration start, Map<Mechanism, Cost> cost) {
  public static final Rescale FREE = new Rescale(Duration.ZERO, Map.of());

  public Rescale {
    cost = Map.copyOf(cost);
    if (start.isNegative()) {
      throw new IllegalArgumentException("start cannot be negative: %s".formatted(start));
    }
  }

  public Cost cost(Mechanism mechanism) {
    return cost.getOrDefault(mechanism, Cost.NOTHING);
  }
}
