package dev.ductile.scheduler.sharing;

import dev.ductile.api.Cluster;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;

/**
 * A policy that divides each picture among the queues of the cluster, and asks another policy
 * inside each part. A cluster whose queues have no shares is one part.
 */
public record DividedPolicy(Policy inside) implements Policy {
  @Override
  public Plan decide(Cluster cluster) {
    boolean isDivisible = !cluster.nodes().columns().isEmpty() && !cluster.jobs().isEmpty();
    return cluster.settings().isShared() && isDivisible
        ? new DividedDecision(cluster, inside).plan()
        : inside.decide(cluster);
  }
}
