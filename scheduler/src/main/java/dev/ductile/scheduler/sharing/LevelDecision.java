package dev.ductile.scheduler.sharing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Plan;
import java.util.Map;

/**
 * The decision of the policy about one priority level.
 *
 * @param before the allocations of its running jobs before it, by arrival
 * @param shown the picture that the policy saw
 * @param plan the answer of the policy, about the jobs of that picture
 */
record LevelDecision(PriorityLevel level, Map<Long, Allocation> before, Cluster shown, Plan plan) {
  LevelDecision {
    before = Map.copyOf(before);
  }
}
