package dev.ductile.scheduler;

import dev.ductile.api.DecayedUse;
import dev.ductile.api.JobId;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Queue;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The state of a ledger as data. A ledger that continues from it gives the same pictures, and
 * learns the same speeds, as one that has folded all events.
 *
 * @param nodes the nodes that jobs may use, in their order
 * @param policy the policy that a command has chosen
 * @param jobs the jobs that are not over, in order of arrival
 * @param arrivals the number of jobs that were ever submitted
 * @param usedNames the names of all of them
 * @param unsuccessful the names of those that have failed or were cancelled
 * @param foldedAt the time of the last event
 * @param usage the use of the queues that count past use
 */
public record LedgerSnapshot(
    List<Node> nodes,
    List<DrainedNode> drained,
    Optional<String> policy,
    List<Queue> queues,
    List<JobSnapshot> jobs,
    long arrivals,
    List<JobId> usedNames,
    List<JobId> unsuccessful,
    Instant foldedAt,
    List<AccountUse> usage) {
  /** A drained node, with its capacity if it is up. */
  public record DrainedNode(NodeId id, Optional<Node> node) {}

  /** The past use of one owner in one queue. */
  public record AccountUse(String queue, String owner, DecayedUse use) {}

  public LedgerSnapshot {
    nodes = List.copyOf(nodes);
    drained = List.copyOf(drained);
    queues = List.copyOf(queues);
    jobs = List.copyOf(jobs);
    usedNames = List.copyOf(usedNames);
    unsuccessful = List.copyOf(unsuccessful);
    usage = List.copyOf(usage);
  }

  /** The same state with these jobs and these used names. */
  public LedgerSnapshot with(List<JobSnapshot> newJobs, List<JobId> newNames) {
    return new LedgerSnapshot(
        nodes, drained, policy, queues, newJobs, arrivals, newNames, unsuccessful, foldedAt, usage);
  }
}
