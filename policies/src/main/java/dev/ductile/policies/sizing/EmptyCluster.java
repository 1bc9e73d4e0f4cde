package dev.ductile.policies.sizing;

import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.Nodes;
import dev.ductile.api.Placement;
import dev.ductile.api.Size;
import dev.ductile.policies.SizedDemand;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The cluster without any job, which bounds the size of every job. */
public final class EmptyCluster {
  private static final int MOST_REMEMBERED = 100_000;

  private final Nodes nodes;
  private final Placement placement;
  private final NodePools pools;
  private Budget budget;
  private int budgetedPools;
  private final Map<SizedDemand, Boolean> known = new HashMap<>();

  EmptyCluster(Nodes nodes, Placement placement) {
    this.nodes = nodes;
    this.placement = placement;
    this.pools = new NodePools(nodes);
    this.budgetedPools = pools.count();
    this.budget = Budget.of(nodes.allFree(), pools);
  }

  boolean isOf(Nodes others) {
    return nodes == others;
  }

  /** The resource that counts its accelerators, if it has any. */
  public Optional<String> device() {
    return nodes.device();
  }

  /** The sets of nodes that jobs may use. */
  NodePools pools() {
    return pools;
  }

  /** All its resources, for the jobs that have been seen. */
  public Budget budget() {
    if (budgetedPools != pools.count()) {
      budgetedPools = pools.count();
      budget = Budget.of(nodes.allFree(), pools);
    }
    return budget.copy();
  }

  /** The largest size up to this one for which the job would find a place; -1 if there is none. */
  public int most(Candidate candidate, int highest) {
    int low = 0;
    int high = highest;
    int middle = highest;
    while (low <= high) {
      if (hasPlace(candidate.job(), candidate.size(middle))) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
      middle = (low + high) >>> 1;
    }
    return high;
  }

  /** Whether the job would find a place at this size. */
  boolean hasPlace(Job job, Size size) {
    if (known.size() > MOST_REMEMBERED) {
      known.clear();
    }
    return known.computeIfAbsent(
        new SizedDemand(job.spec().demand(), size),
        any -> {
          FreeCapacity free = nodes.allFree();
          return any.demand().isWithinLimit(size) && placement.claim(job, size, free);
        });
  }
}
