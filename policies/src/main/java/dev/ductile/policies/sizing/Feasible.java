package dev.ductile.policies.sizing;

import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Placement;
import dev.ductile.api.Size;
import java.util.function.Function;
import java.util.function.Predicate;

/** Tests whether a job would find a place in the empty cluster. */
public final class Feasible implements Predicate<Job> {
  private final EmptyCluster empty;
  private final Function<JobSpec, Size> size;

  /** Tests jobs at their least sizes. */
  public Feasible(Nodes nodes, Placement placement) {
    this(nodes, placement, spec -> spec.bounds().least());
  }

  /**
   * Tests jobs at a given size.
   *
   * @param size the size that a job must find a place for
   */
  public Feasible(Nodes nodes, Placement placement, Function<JobSpec, Size> size) {
    this.empty = new EmptyCluster(nodes, placement);
    this.size = size;
  }

  @Override
  public boolean test(Job job) {
    return empty.hasPlace(job, size.apply(job.spec()));
  }
}
