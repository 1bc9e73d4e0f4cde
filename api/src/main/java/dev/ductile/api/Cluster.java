package dev.ductile.api;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * One instant of a cluster, frozen: all that a policy may see.
 *
 * @param jobs every job that is not over, protected ones included
 * @param running the jobs that hold resources and may be changed, in order of arrival
 * @param pinned the jobs that hold resources and may not be changed now
 * @param left what nobody holds
 * @param settings what operators have set
 */
public record Cluster(
    Instant now,
    Nodes nodes,
    Roster jobs,
    List<Job> running,
    List<Job> pinned,
    FreeCapacity left,
    ClusterSettings settings) {

  /** A picture drawn from scratch, for tests and for pictures that people write. */
  public static Cluster of(Instant now, Nodes nodes, Iterable<Job> jobs) {
    var running = new ArrayList<Job>();
    var pinned = new ArrayList<Job>();
    Roster roster = Roster.of(jobs);
    for (Job job : roster) {
      if (job.isProtected(now)) {
        pinned.add(job);
      } else if (job.holdsResources()) {
        running.add(job);
      }
    }
    FreeCapacity left = nodes.allFree();
    running.forEach(job -> left.take(job.allocation(), job.spec().demand()));
    pinned.forEach(job -> left.take(job.allocation(), job.spec().demand()));
    return new Cluster(
        now, nodes, roster, List.copyOf(running), List.copyOf(pinned), left, ClusterSettings.NONE);
  }

  /** The same picture with other jobs in it, all of which hold what they hold in this one. */
  public Cluster withJobs(Roster others) {
    return new Cluster(now, nodes, others, running, pinned, left, settings);
  }

  /** A copy: what is taken from it is taken from nobody else's picture. */
  @Override
  public FreeCapacity left() {
    return left.copy();
  }

  /** The jobs that hold nothing, in order of arrival. */
  public List<Job> waiting() {
    var waiting = new ArrayList<Job>();
    jobs.forEach(job -> {
      if (!job.holdsResources()) {
        waiting.add(job);
      }
    });
    return waiting;
  }
}
