package dev.ductile.policies.elastic;

import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Placement;
import dev.ductile.api.Size;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/** Whether a job would find room if there were no other. */
public final class Feasible implements Predicate<Job> {
  private static final int MOST_REMEMBERED = 20_000;

  private record Ask(Demand demand, Size size) {}

  private final Nodes nodes;
  private final Placement placement;
  private final Function<JobSpec, Size> size;
  private final Map<Ask, Boolean> known = new HashMap<>();

  /** Whether a job would find room at its least size. */
  public Feasible(Nodes nodes, Placement placement) {
    this(nodes, placement, spec -> spec.bounds().least());
  }

  /**
   * Whether a job would find room at a certain size.
   *
   * @param size what a job must find room for to be of any use
   */
  public Feasible(Nodes nodes, Placement placement, Function<JobSpec, Size> size) {
    this.nodes = nodes;
    this.placement = placement;
    this.size = size;
  }

  @Override
  public boolean test(Job job) {
    if (known.size() > MOST_REMEMBERED) {
      known.clear();
    }
    return known.computeIfAbsent(
        new Ask(job.spec().demand(), size.apply(job.spec())),
        ask -> placement.claim(job, ask.size(), nodes.allFree()));
  }
}
