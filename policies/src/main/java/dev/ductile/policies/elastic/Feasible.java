package dev.ductile.policies.elastic;

import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.Nodes;
import dev.ductile.api.Placement;
import dev.ductile.api.Size;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/** Whether a job would find room at its least size if there were no other. */
public final class Feasible implements Predicate<Job> {
  private record Least(Demand demand, Size size) {}

  private final Nodes nodes;
  private final Placement placement;
  private final Map<Least, Boolean> known = new HashMap<>();

  public Feasible(Nodes nodes, Placement placement) {
    this.nodes = nodes;
    this.placement = placement;
  }

  @Override
  public boolean test(Job job) {
    return known.computeIfAbsent(
        new Least(job.spec().demand(), job.spec().bounds().least()),
        least -> placement.claim(job, least.size(), nodes.allFree()));
  }
}
