package dev.ductile.policies.classic;

import dev.ductile.api.Notebook;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.placements.Pooled;
import dev.ductile.policies.queueing.MultilevelQueuePolicy;
import dev.ductile.policies.queueing.QueueLevel;
import java.util.List;
import java.util.Optional;

/**
 * Tiresias without knowledge of durations: a job is demoted from queue to queue by attained
 * service. The paper consolidates only jobs that suffer from being spread (Section 3.3). No input
 * says which jobs do, so tasks are placed on any nodes, as in the simulations by which the policy
 * is known.
 */
public final class TiresiasL implements PolicyProvider<TiresiasL.Settings> {
  private static final Notebook<QueueLevel> NOTEBOOK =
      new Notebook<>("tiresias-l", QueueLevel.class);

  /**
   * Limits of the queues, and the placement.
   *
   * @param limits device-seconds of service after which a job is demoted to the next queue (rising,
   *     above 0)
   * @param consolidate whether the scenario's placement is used, instead of any nodes
   */
  public record Settings(List<Double> limits, boolean consolidate) {
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
        NOTEBOOK.policy(),
        "Gu et al., NSDI 2019",
        "queues by attained service, least first; tasks are placed on any nodes");
  }

  @Override
  public Settings defaults() {
    return new Settings(List.of(3250.0, 7200.0), false);
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    return new MultilevelQueuePolicy(
        settings.limits(), NOTEBOOK, settings.consolidate() ? context.placement() : new Pooled());
  }

  @Override
  public Optional<Notebook<?>> notebook() {
    return Optional.of(NOTEBOOK);
  }
}
