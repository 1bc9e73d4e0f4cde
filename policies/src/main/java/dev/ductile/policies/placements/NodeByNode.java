package dev.ductile.policies.placements;

import dev.ductile.api.Allocation;
import dev.ductile.api.Demand;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.Placement;
import dev.ductile.api.Size;
import java.util.Optional;

/**
 * A job that fits in a node goes to one node. A larger job gets entirely free nodes, as many as it
 * fills; the rest goes to one further node.
 */
record NodeByNode(NodeChoice choice) implements Placement {
  /** Chooses the node for tasks that go to a single node; -1 if none fits. */
  @FunctionalInterface
  interface NodeChoice {
    int node(Demand demand, Size size, FreeCapacity free);
  }

  @Override
  public Optional<Allocation> place(Job job, Size size, FreeCapacity free) {
    int node = choice.node(job.spec().demand(), size, free);
    if (node >= 0) {
      return Optional.of(AllocationBuilder.whole(job, size, free, node));
    }
    var builder = new AllocationBuilder(job.spec().demand(), size, free);
    return isLarge(job, size, free) && fill(builder, job, free)
        ? Optional.of(builder.allocation(job))
        : Optional.empty();
  }

  @Override
  public boolean claim(Job job, Size size, FreeCapacity free) {
    int node = choice.node(job.spec().demand(), size, free);
    if (node >= 0) {
      free.take(node, job.spec().demand(), size);
      return true;
    }
    return isLarge(job, size, free)
        && fill(new AllocationBuilder(job.spec().demand(), size, free), job, free);
  }

  private static boolean isLarge(Job job, Size size, FreeCapacity free) {
    Demand demand = job.spec().demand();
    return free.covers(demand, size) && !free.nodes().canHold(demand, size);
  }

  private boolean fill(AllocationBuilder builder, Job job, FreeCapacity free) {
    Demand demand = job.spec().demand();
    int idle = nextIdle(builder, demand, free);
    while (idle >= 0) {
      Size portion = builder.portion(idle);
      if (portion.equals(builder.rest())) {
        break;
      }
      builder.put(idle, portion);
      idle = nextIdle(builder, demand, free);
    }
    int last = choice.node(demand, builder.rest(), free);
    if (last < 0) {
      builder.undo();
      return false;
    }
    builder.put(last, builder.rest());
    return true;
  }

  /** The first entirely free node of a kind that fits the next task. */
  private static int nextIdle(AllocationBuilder builder, Demand demand, FreeCapacity free) {
    int roomy = free.first(demand, builder.one(), 0);
    while (roomy >= 0) {
      int idle = free.firstIdle(roomy);
      if (idle < 0 || idle == roomy) {
        return idle;
      }
      roomy = free.first(demand, builder.one(), idle);
    }
    return -1;
  }
}
