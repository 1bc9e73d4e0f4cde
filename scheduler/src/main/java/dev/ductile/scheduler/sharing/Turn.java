package dev.ductile.scheduler.sharing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Plan;
import java.util.Map;

/**
 * The decision about one party.
 *
 * @param before the allocations of its running jobs when it decided, by arrival
 * @param shown the picture that the policy saw
 * @param plan the answer of the policy, about the jobs of that picture
 */
record Turn(Party party, Map<Long, Allocation> before, Cluster shown, Plan plan) {
  Turn {
    before = Map.copyOf(before);
  }
}
