package dev.ductile.policies.placements;

import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.Placement;
import dev.ductile.api.PlacementProvider;
import dev.ductile.api.Preference;

/** Best fit: the fullest node that fits the whole job, or else as few nodes as possible. */
public final class Pack implements PlacementProvider {
  @Override
  public String name() {
    return "pack";
  }

  @Override
  public String summary() {
    return "best fit: the fullest node that fits the whole job; else as few nodes as possible";
  }

  @Override
  public Placement create() {
    return new Stepwise(Pack::put);
  }

  private static boolean put(AllocationBuilder builder, Job job, FreeCapacity free) {
    int node = free.best(Preference.FULLEST, job.spec().demand(), builder.rest());
    return node >= 0 ? put(builder, node) : FewestNodes.put(builder, job, free);
  }

  private static boolean put(AllocationBuilder builder, int node) {
    builder.put(node, builder.rest());
    return true;
  }
}
