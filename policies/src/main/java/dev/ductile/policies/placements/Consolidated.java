package dev.ductile.policies.placements;

import dev.ductile.api.Allocation;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.Nodes;
import dev.ductile.api.Placement;
import dev.ductile.api.PlacementProvider;
import dev.ductile.api.Size;
import java.util.Optional;

/**
 * A job that fits in a node goes to the first node with enough free resources. A larger job gets
 * entirely free nodes, as many as it fills; the rest goes to one further node.
 */
public final class Consolidated implements BoundedPlacement, PlacementProvider {
  private final NodeByNode nodeByNode =
      new NodeByNode((demand, size, free) -> free.first(demand, size, 0));

  @Override
  public String name() {
    return "consolidated";
  }

  @Override
  public String summary() {
    return "a job that fits in a node goes to the first that fits; a larger one to entirely free nodes";
  }

  @Override
  public Placement create() {
    return this;
  }

  @Override
  public Optional<Allocation> place(Job job, Size size, FreeCapacity free) {
    return nodeByNode.place(job, size, free);
  }

  @Override
  public boolean claim(Job job, Size size, FreeCapacity free) {
    return nodeByNode.claim(job, size, free);
  }

  @Override
  public double share(Job job, Size size, Nodes nodes) {
    if (!nodes.isUniform()) {
      return Double.POSITIVE_INFINITY;
    }
    return nodes.canHold(job.spec().demand(), size)
        ? BoundedPlacement.twiceUsed(job, size, nodes)
        : place(job, size, nodes.allFree()).map(all -> all.shares().size()).orElse(0);
  }
}
