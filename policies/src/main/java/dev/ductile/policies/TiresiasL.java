package dev.ductile.policies;

import dev.ductile.api.Placement;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyProvider;
import java.util.List;
import java.util.random.RandomGenerator;

/** Tiresias without knowledge of durations: a job sinks from queue to queue as it is served. */
public final class TiresiasL implements PolicyProvider<TiresiasL.Settings> {
  /**
   * Where the queues end.
   *
   * @param limits device-seconds of service after which a job sinks to the next queue
   */
  public record Settings(List<Double> limits) {
    public Settings {
      limits = List.copyOf(limits);
      double last = 0;
      for (double limit : limits) {
        if (!(limit > last) || Double.isInfinite(limit)) {
          throw new IllegalArgumentException(
              "tiresias-l needs limits that rise from above 0, not %s. Maybe [3250, 7200]?"
                  .formatted(limits));
        }
        last = limit;
      }
    }
  }

  @Override
  public Profile profile() {
    return new Profile(
        "tiresias-l",
        "Gu et al., NSDI 2019",
        "queues by attained service: the more a job has had, the later its queue is served");
  }

  @Override
  public Settings defaults() {
    return new Settings(List.of(3250.0, 7200.0));
  }

  @Override
  public Policy create(Settings settings, Placement placement, RandomGenerator random) {
    return new Discretised(settings.limits(), placement);
  }
}
