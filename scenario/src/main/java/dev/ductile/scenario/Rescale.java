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
 * @param handover whether who is given room that another job is leaving must wait until that one
 *     has changed its size
 */
public record Rescale(Duration start, Map<Mechanism, Cost> cost, boolean handover) {
  public static final Rescale FREE = new Rescale(Duration.ZERO, Map.of());

  public Rescale {
    cost = Map.copyOf(cost);
    if (start.isNegative()) {
      throw new IllegalArgumentException("start cannot be negative: %s".formatted(start));
    }
  }

  /** Costs of jobs that let go of room at once. */
  public Rescale(Duration start, Map<Mechanism, Cost> cost) {
    this(start, cost, false);
  }

  public Cost cost(Mechanism mechanism) {
    return cost.getOrDefault(mechanism, Cost.NOTHING);
  }
}
