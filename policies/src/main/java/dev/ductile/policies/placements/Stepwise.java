package dev.ductile.policies.placements;

import dev.ductile.api.Allocation;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.Placement;
import dev.ductile.api.Size;
import java.util.Optional;

/** A placement that fills node after node until every task has a place. */
record Stepwise(Step step) implements Placement {
  /** Places at least one more task; false if none fits. */
  @FunctionalInterface
  interface Step {
    boolean put(AllocationBuilder builder, Job job, FreeCapacity free);
  }

  @Override
  public Optional<Allocation> place(Job job, Size size, FreeCapacity free) {
    if (!free.covers(job.spec().demand(), size)) {
      return Optional.empty();
    }
    var builder = new AllocationBuilder(job.spec().demand(), size, free);
    while (!builder.isComplete()) {
      if (!step.put(builder, job, free)) {
        builder.undo();
        return Optional.empty();
      }
    }
    return Optional.of(builder.allocation(job));
  }
}
