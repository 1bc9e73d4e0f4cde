package dev.ductile.policies.placements;

import dev.ductile.api.Allocation;
import dev.ductile.api.Demand;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.Placement;
import dev.ductile.api.PlacementProvider;
import dev.ductile.api.Preference;
import dev.ductile.api.Range;
import dev.ductile.api.Size;
import dev.ductile.api.TaskDemand;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Spreads a job evenly over the fewest nodes that allow it, those with the most free resources
 * first: the numbers of workers on any two nodes differ by at most one, and so do those of servers
 * (Peng et al., EuroSys 2018).
 */
public final class Evenly implements Placement, PlacementProvider {

  /** Free resources that are taken for a while, to hide a node from the search for further ones. */
  private record Hidden(int node, Size tasks) {}

  @Override
  public String name() {
    return "optimus";
  }

  @Override
  public String summary() {
    return "spread evenly over the fewest nodes that allow it, those with the most free resources first";
  }

  @Override
  public Placement create() {
    return this;
  }

  @Override
  public Optional<Allocation> place(Job job, Size size, FreeCapacity free) {
    Demand demand = job.spec().demand();
    if (!free.covers(demand, size)) {
      return Optional.empty();
    }
    int most = Math.min(Math.max(size.workers(), size.servers()), free.nodes().count());
    for (int nodes = 1; nodes <= most; nodes++) {
      var builder = new AllocationBuilder(demand, size, free);
      if (spread(builder, job, size, nodes, free)) {
        return Optional.of(builder.allocation(job));
      }
      builder.undo();
    }
    return Optional.empty();
  }

  /** Puts a part of the job on each of this many nodes; false if too few nodes fit. */
  private static boolean spread(
      AllocationBuilder builder, Job job, Size size, int nodes, FreeCapacity free) {
    Demand demand = job.spec().demand();
    TaskDemand worker = free.worker(demand);
    TaskDemand server = free.server(demand);
    List<Hidden> hidden = new ArrayList<>();
    for (int part = 0; part < nodes; part++) {
      Size share = share(size, part, nodes);
      int node = free.best(Preference.EMPTIEST, demand, share);
      if (node < 0) {
        break;
      }
      builder.put(node, share);
      int workers = free.room(node, worker, Range.LIMIT);
      free.take(node, worker, workers);
      int servers = free.room(node, server, Range.LIMIT);
      free.take(node, server, servers);
      hidden.add(new Hidden(node, new Size(workers, servers)));
    }
    hidden.forEach(room -> free.give(room.node(), demand, room.tasks()));
    return builder.isComplete();
  }

  /** The larger parts come first. */
  private static Size share(Size size, int part, int parts) {
    return new Size(share(size.workers(), part, parts), share(size.servers(), part, parts));
  }

  private static int share(int tasks, int part, int parts) {
    return tasks / parts + (part < tasks % parts ? 1 : 0);
  }
}
