package dev.ductile.policies.sizing;

import dev.ductile.api.Demand;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Stock;
import java.util.List;

/** The needs of a worker and of a server of a job, for each resource of the cluster. */
public final class ResourceNeeds {
  private final double[] worker;
  private final double[] server;
  private final boolean available;

  ResourceNeeds(Demand demand, List<String> resources) {
    this.worker = amounts(demand.worker(), resources);
    this.server = amounts(demand.server(), resources);
    this.available =
        resources.containsAll(demand.worker().amounts().keySet())
            && resources.containsAll(demand.server().amounts().keySet());
  }

  /** The need of a size, by the index of the resource in the budget. */
  public double of(Size size, int resource) {
    return worker[resource] * size.workers() + server[resource] * size.servers();
  }

  /** Whether enough is left for tasks of this size, counted exactly. */
  public boolean isCoveredBy(Stock left, Size size, int resource) {
    return left.covers(worker[resource], size.workers(), server[resource], size.servers());
  }

  void take(Stock left, Size size, int resource) {
    left.take(worker[resource], size.workers());
    left.take(server[resource], size.servers());
  }

  void give(Stock left, Size size, int resource) {
    left.give(worker[resource], size.workers());
    left.give(server[resource], size.servers());
  }

  /** Whether the cluster has all kinds of resources that the job needs. */
  boolean isAvailable() {
    return available;
  }

  private static double[] amounts(Resources needed, List<String> resources) {
    return resources.stream().mapToDouble(needed::amount).toArray();
  }
}
