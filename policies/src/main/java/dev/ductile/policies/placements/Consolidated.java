package dev.ductile.policies.placements;

import dev.ductile.api.Allocation;
import dev.ductile.api.Free;
import dev.ductile.api.Job;
import dev.ductile.api.Nodes;
import dev.ductile.api.Placement;
import dev.ductile.api.PlacementProvider;
import dev.ductile.api.Size;
import java.util.Optional;

/**
 * A job that fits in a node stays inside one, the first with room. A larger one gets nodes that are
 * entirely free, as many as it fills, and the rest of it goes to one further node.
 */
public final class Consolidated implements Ample, PlacementProvider {
  private final NodeByNode nodeByNode =
      new NodeByNode((demand, size, free) -> free.first(demand, size, 0));

  @Override
  public String name() {
    return "consolidated";
  }

  @Override
  public String summary() {
    return "inside one node where it fits, the first with room; else on entirely free nodes";
  }

  @Override
  public Placement create() {
    return this;
  }

  @Override
  public Optional<Allocation> place(Job job, Size size, Free free) {
    return nodeByNode.place(job, size, free);
  }

  @Override
  public boolean claim(Job job, Size size, Free free) {
    return nodeByNode.claim(job, size, free);
  }

  @Override
  public double share(Job job, Size size, Nodes nodes) {
    if (!nodes.isUniform()) {
      return Double.POSITIVE_INFINITY;
    }
    return nodes.canHold(job.spec().demand(), size)
        ? Ample.twiceUsed(job, size, nodes)
        : place(job, size, nodes.allFree()).map(all -> all.shares().size()).orElse(0);
  }
}
