package dev.ductile.policies.sizing;

import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Placement;
import dev.ductile.api.Size;
import java.util.function.Function;
import java.util.function.Predicate;

/** Whether a job would find room if there were no other. */
public final class Feasible implements Predicate<Job> {
  private final EmptyCluster empty;
  private final Function<JobSpec, Size> size;

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
    this.empty = new EmptyCluster(nodes, placement);
    this.size = size;
  }

  @Override
  public boolean test(Job job) {
    return empty.hasPlace(job, size.apply(job.spec()));
  }
}
