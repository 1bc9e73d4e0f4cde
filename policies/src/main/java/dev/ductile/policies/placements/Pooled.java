package dev.ductile.policies.placements;

import dev.ductile.api.Allocation;
import dev.ductile.api.Demand;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.Nodes;
import dev.ductile.api.Placement;
import dev.ductile.api.PlacementProvider;
import dev.ductile.api.Size;
import java.util.Optional;

/** Tasks go to any free resources, in the order of nodes. */
public final class Pooled implements BoundedPlacement, PlacementProvider {
  private static final Size WORKER = new Size(1, 0);
  private static final Size SERVER = new Size(0, 1);
  private static final Size TWO_WORKERS = new Size(2, 0);
  private static final Size TWO_SERVERS = new Size(0, 2);

  @Override
  public String name() {
    return "pooled";
  }

  @Override
  public String summary() {
    return "any free resources, in the order of nodes: as if the cluster were one machine";
  }

  @Override
  public Placement create() {
    return this;
  }

  @Override
  public Optional<Allocation> place(Job job, Size size, FreeCapacity free) {
    Demand demand = job.spec().demand();
    int node = whole(demand, size, free);
    if (node >= 0) {
      return Optional.of(AllocationBuilder.whole(job, size, free, node));
    }
    var builder = new AllocationBuilder(demand, size, free);
    return fill(builder, demand, size, free)
        ? Optional.of(builder.allocation(job))
        : Optional.empty();
  }

  @Override
  public boolean claim(Job job, Size size, FreeCapacity free) {
    Demand demand = job.spec().demand();
    int node = whole(demand, size, free);
    if (node >= 0) {
      free.take(node, demand, size);
      return true;
    }
    return fill(new AllocationBuilder(demand, size, free), demand, size, free);
  }

  @Override
  public double share(Job job, Size size, Nodes nodes) {
    boolean small =
        nodes.isUniform()
            && nodes.canHold(job.spec().demand(), TWO_WORKERS)
            && nodes.canHold(job.spec().demand(), TWO_SERVERS);
    return small ? BoundedPlacement.twiceUsed(job, size, nodes) : Double.POSITIVE_INFINITY;
  }

  /** The first node that fits a worker, if the whole job fits there. */
  private static int whole(Demand demand, Size size, FreeCapacity free) {
    int node = free.first(demand, WORKER, 0);
    return node >= 0 && free.fits(node, demand, size) ? node : -1;
  }

  private static boolean fill(
      AllocationBuilder builder, Demand demand, Size size, FreeCapacity free) {
    if (!free.covers(demand, size)) {
      return false;
    }
    int node = free.first(demand, WORKER, 0);
    while (node >= 0 && builder.rest().workers() > 0) {
      int room = free.room(node, free.worker(demand), builder.rest().workers());
      builder.put(node, Size.workers(room));
      node = free.first(demand, WORKER, node + 1);
    }
    node = free.first(demand, SERVER, 0);
    while (node >= 0 && builder.rest().servers() > 0) {
      int room = free.room(node, free.server(demand), builder.rest().servers());
      builder.put(node, new Size(0, room));
      node = free.first(demand, SERVER, node + 1);
    }
    if (!builder.isComplete()) {
      builder.undo();
    }
    return builder.isComplete();
  }
}
