package dev.ductile.policies.placements;

import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.Placement;
import dev.ductile.api.PlacementProvider;
import dev.ductile.api.Preference;
import dev.ductile.api.Size;

/**
 * Each task goes to the node with the most free resources. Of a job of many thousand tasks several
 * go at once, so that its placement takes at most ten thousand steps.
 */
public final class Spread implements PlacementProvider {
  /** With fewer than twice this many tasks left, they are placed one by one. */
  private static final int SINGLE = 1024;

  @Override
  public String name() {
    return "spread";
  }

  @Override
  public String summary() {
    return "every task on the node with the most free resources";
  }

  @Override
  public Placement create() {
    return new Stepwise(Spread::put);
  }

  private static boolean put(AllocationBuilder builder, Job job, FreeCapacity free) {
    int node = free.best(Preference.EMPTIEST, job.spec().demand(), builder.one());
    if (node >= 0) {
      builder.put(node, some(builder, node));
    }
    return node >= 0;
  }

  /** One task, or several of thousands. */
  private static Size some(AllocationBuilder builder, int node) {
    int many = builder.rest().tasks() / SINGLE;
    if (many < 2) {
      return builder.one();
    }
    Size room = builder.portion(node);
    return room.workers() > 0
        ? Size.workers(Math.min(many, room.workers()))
        : new Size(0, Math.min(many, room.servers()));
  }
}
