package dev.ductile.contracts;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Plan;
import dev.ductile.api.Resources;
import java.util.List;
import java.util.OptionalInt;

/**
 * No job stays on a node whose tasks need more than it has, for example after it came back with
 * less capacity. Only protected jobs may.
 */
final class OvercommitmentLaw {
  private OvercommitmentLaw() {}

  /** The jobs that the plan leaves on overcommitted nodes. */
  static List<String> broken(Cluster cluster, Plan plan) {
    FreeCapacity free = cluster.left();
    if (!free.isOverdrawn()) {
      return List.of();
    }
    cluster.running().forEach(job -> free.give(job.allocation(), job.spec().demand()));
    plan.grants().forEach(grant -> free.take(grant.allocation(), grant.job().spec().demand()));
    return plan.grants().stream()
        .filter(grant -> overcommits(grant, free))
        .map(Grant::job)
        .map(Job::id)
        .map("%s stays on a node that has too little for its tasks"::formatted)
        .toList();
  }

  private static boolean overcommits(Grant grant, FreeCapacity free) {
    return grant.allocation().shares().stream()
        .anyMatch(share -> overcommits(share, grant.job().spec().demand(), free));
  }

  private static boolean overcommits(Allocation.Share share, Demand demand, FreeCapacity free) {
    OptionalInt node = free.nodes().indexOf(share.node());
    return node.isPresent()
        && demand.of(share.size()).amounts().entrySet().stream()
            .anyMatch(need ->
                need.getValue() > 0
                    && !Resources.covers(free.left(node.getAsInt(), need.getKey()), 0));
  }
}
