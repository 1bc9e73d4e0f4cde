package dev.ductile.policies.eps;

import dev.ductile.api.Allocation;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.Placement;
import dev.ductile.api.Size;
import dev.ductile.policies.placements.Pooled;
import java.util.Optional;

/**
 * A placement that fails only for lack of resources: if the preferred one finds no place, tasks go
 * one by one to any node, as YARN places containers.
 */
record Anywhere(Placement preferred) implements Placement {
  private static final Placement POOLED = new Pooled();

  @Override
  public Optional<Allocation> place(Job job, Size size, FreeCapacity free) {
    return preferred.place(job, size, free).or(() -> POOLED.place(job, size, free));
  }

  @Override
  public boolean claim(Job job, Size size, FreeCapacity free) {
    return preferred.claim(job, size, free) || POOLED.claim(job, size, free);
  }
}
