package dev.ductile.policies.placements;

import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.Placement;
import dev.ductile.api.PlacementProvider;
import dev.ductile.api.Preference;

/**
 * As few nodes as possible: as many tasks as fit go to the node with the most free resources, then
 * to the next.
 */
public final class FewestNodes implements PlacementProvider {
  @Override
  public String name() {
    return "fewest-nodes";
  }

  @Override
  public String summary() {
    return "as few nodes as possible, those with the most free resources first";
  }

  @Override
  public Placement create() {
    return new Stepwise(FewestNodes::put);
  }

  static boolean put(AllocationBuilder builder, Job job, FreeCapacity free) {
    int node = free.best(Preference.EMPTIEST, job.spec().demand(), builder.one());
    if (node >= 0) {
      builder.put(node, builder.portion(node));
    }
    return node >= 0;
  }
}
