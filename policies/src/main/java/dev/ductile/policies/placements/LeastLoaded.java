package dev.ductile.policies.placements;

import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.Placement;
import dev.ductile.api.PlacementProvider;
import dev.ductile.api.Preference;

/** As many tasks as fit go to the node whose scarcest resource is used least, then to the next. */
public final class LeastLoaded implements PlacementProvider {
  @Override
  public String name() {
    return "least-loaded";
  }

  @Override
  public String summary() {
    return "as many tasks as fit on the node whose scarcest resource is used least, then on the next";
  }

  @Override
  public Placement create() {
    return new Stepwise(LeastLoaded::put);
  }

  private static boolean put(AllocationBuilder builder, Job job, FreeCapacity free) {
    int node = free.best(Preference.LEAST_LOADED, job.spec().demand(), builder.one());
    if (node >= 0) {
      builder.put(node, builder.portion(node));
    }
    return node >= 0;
  }
}
