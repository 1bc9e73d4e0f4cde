package dev.ductile.learned.slot;

import dev.ductile.api.Cluster;
import dev.ductile.api.Plan;
import dev.ductile.api.Reason;
import dev.ductile.learned.fallback.DecisionCheck;
import java.util.Optional;

/** Finds plans that let every job wait: a model that makes one may make it forever. */
public record AllWaiting() implements DecisionCheck {
  @Override
  public Optional<String> poor(Cluster cluster, Plan plan) {
    boolean isIdle = plan.grants().isEmpty() && cluster.pinned().isEmpty();
    return isIdle && !cluster.jobs().isEmpty()
        ? Optional.of(
            "it gives nothing to any of %s".formatted(Reason.count(cluster.jobs().size(), "job")))
        : Optional.empty();
  }
}
