package dev.ductile.api;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * An immutable picture of a cluster at one instant. A policy sees nothing else.
 *
 * @param jobs all jobs that are not over, protected ones included
 * @param running the jobs that hold resources and may be changed, in order of arrival
 * @param pinned the jobs that hold resources and may not be changed now
 * @param left the resources that no job holds
 * @param settings the settings of operators
 * @param usage the past use of queues
 * @param whole the nodes of the whole cluster. A queue may see a part of them in {@code nodes};
 *     then these are for its reasons, not for its decisions.
 */
public record Cluster(
    Instant now,
    Nodes nodes,
    Roster jobs,
    List<Job> running,
    List<Job> pinned,
    FreeCapacity left,
    ClusterSettings settings,
    Usage usage,
    Nodes whole) {

  /** A picture of a whole cluster. */
  public Cluster(
      Instant now,
      Nodes nodes,
      Roster jobs,
      List<Job> running,
      List<Job> pinned,
      FreeCapacity left,
      ClusterSettings settings,
      Usage usage) {
    this(now, nodes, jobs, running, pinned, left, settings, usage, nodes);
  }

  /** A picture of a cluster whose queues have no past use. */
  public Cluster(
      Instant now,
      Nodes nodes,
      Roster jobs,
      List<Job> running,
      List<Job> pinned,
      FreeCapacity left,
      ClusterSettings settings) {
    this(now, nodes, jobs, running, pinned, left, settings, Usage.NONE);
  }

  /** A picture made from scratch, for tests and for state files. */
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

  /** The same picture with other states of its jobs; each job holds what it holds in this one. */
  public Cluster withJobs(Roster others) {
    return new Cluster(now, nodes, others, running, pinned, left, settings, usage, whole);
  }

  /** The same picture with other settings of operators. */
  public Cluster withSettings(ClusterSettings others) {
    return new Cluster(now, nodes, jobs, running, pinned, left, others, usage, whole);
  }

  /** The same picture with another past use of queues. */
  public Cluster withUsage(Usage other) {
    return new Cluster(now, nodes, jobs, running, pinned, left, settings, other, whole);
  }

  /** A copy of the free resources; taking from it does not change this picture. */
  @Override
  public FreeCapacity left() {
    return left.copy();
  }

  /** The jobs that hold no resources, in order of arrival. */
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
