package dev.ductile.scenario;

import dev.ductile.api.JobSpec;
import dev.ductile.api.RescaleMode;
import java.time.Duration;
import java.util.Map;

/**
 * The cost of starting and rescaling jobs.
 *
 * @param start the time from a grant of resources to the first step, at every start
 * @param cost the pause at a change of size, by rescale mode; no pause for an absent mode
 * @param handover whether capacity that a shrinking job releases is free only after that job has
 *     changed its size
 */
public record Rescale(Duration start, Map<RescaleMode, Cost> cost, boolean handover) {
  public static final Rescale FREE = new Rescale(Duration.ZERO, Map.of());

  public Rescale {
    cost = Map.copyOf(cost);
    if (start.isNegative()) {
      throw new IllegalArgumentException("start cannot be negative: %s".formatted(start));
    }
  }

  /** Costs without handover. */
  public Rescale(Duration start, Map<RescaleMode, Cost> cost) {
    this(start, cost, false);
  }

  public Cost cost(RescaleMode rescaleMode) {
    return cost.getOrDefault(rescaleMode, Cost.NOTHING);
  }

  /**
   * The expected pause when the job changes its size; zero only if neither a change nor a stop
   * costs anything.
   */
  public Duration expected(JobSpec job) {
    Duration change = cost(job.rescaleMode()).mean();
    return change.isZero() ? cost(RescaleMode.CHECKPOINT).mean() : change;
  }
}
