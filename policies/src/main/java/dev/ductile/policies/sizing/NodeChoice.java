package dev.ductile.policies.sizing;

import dev.ductile.api.Demand;
import dev.ductile.api.Nodes;
import java.util.Comparator;

/**
 * A job to be placed, with its choice of nodes. A job without accelerators leaves the nodes to jobs
 * that need them, because it could use up the CPUs beside them.
 *
 * @param nodes the number of nodes that the job may use
 */
record NodeChoice<S extends Placeable>(S placeable, boolean usesDevices, int nodes) {
  static <S extends Placeable> NodeChoice<S> of(S placeable, Nodes nodes) {
    Demand demand = placeable.job().spec().demand();
    return new NodeChoice<>(placeable, demand.usesDevices(), nodes.eligibleCount(demand));
  }

  /**
   * Jobs with accelerators first, then those that may use the fewest nodes.
   *
   * @param order decides between jobs with the same choice
   */
  static <S extends Placeable> Comparator<NodeChoice<S>> smallestFirst(Comparator<S> order) {
    return Comparator.<NodeChoice<S>, Boolean>comparing(choice -> !choice.usesDevices())
        .thenComparingInt(NodeChoice::nodes)
        .thenComparing(NodeChoice::placeable, order);
  }
}
