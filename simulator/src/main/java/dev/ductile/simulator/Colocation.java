package dev.ductile.simulator;

import dev.ductile.api.Allocation;
import dev.ductile.api.NodeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Jobs that share nodes, and the slowdown that this costs them. */
final class Colocation {
  private final double slowdown;
  private final Map<NodeId, Set<JobExecution>> onNode = new HashMap<>();

  /**
   * A cluster without jobs.
   *
   * @param slowdown the share of its speed that a job loses while it shares a node; 0 for none
   */
  Colocation(double slowdown) {
    this.slowdown = slowdown;
  }

  double slowdown(JobExecution job) {
    return slowdown > 0 && sharesNode(job) ? 1 - slowdown : 1;
  }

  /** Adds a job at its present place; returns the other jobs on its nodes. */
  List<JobExecution> add(JobExecution job) {
    if (slowdown == 0) {
      return List.of();
    }
    for (Allocation.Share share : job.where().shares()) {
      onNode.computeIfAbsent(share.node(), node -> new LinkedHashSet<>()).add(job);
    }
    return others(job);
  }

  /** Removes a job from its present place; returns the other jobs on its nodes. */
  List<JobExecution> remove(JobExecution job) {
    if (slowdown == 0) {
      return List.of();
    }
    List<JobExecution> others = others(job);
    for (Allocation.Share share : job.where().shares()) {
      onNode.getOrDefault(share.node(), Set.of()).remove(job);
    }
    return others;
  }

  private boolean sharesNode(JobExecution job) {
    for (Allocation.Share share : job.where().shares()) {
      if (onNode.getOrDefault(share.node(), Set.of()).size() > 1) {
        return true;
      }
    }
    return false;
  }

  private List<JobExecution> others(JobExecution job) {
    var others = new LinkedHashSet<JobExecution>();
    for (Allocation.Share share : job.where().shares()) {
      others.addAll(onNode.getOrDefault(share.node(), Set.of()));
    }
    others.remove(job);
    return new ArrayList<>(others);
  }
}
