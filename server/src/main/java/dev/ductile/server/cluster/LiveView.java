package dev.ductile.server.cluster;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Reason;
import dev.ductile.scheduler.SizeProtection;
import dev.ductile.scheduler.UnsteadyJob;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The cluster as readers see it: an immutable picture, and the reasons of the last decision.
 *
 * @param cluster the picture after the last batch of events
 * @param arrivals the number of each job of the picture in the order of submission
 * @param unsteady the jobs that change too often
 * @param down nodes that are down, each as it was last up, and why
 * @param drains the reason of each drained node; an empty text if the operator gave none
 * @param reasons empty before the first decision
 * @param held the jobs that no policy changes now, and until when
 */
record LiveView(
    Cluster cluster,
    Map<JobId, Long> arrivals,
    Map<NodeId, DownNode> down,
    Map<NodeId, String> drains,
    Optional<DecidedReasons> reasons,
    List<UnsteadyJob> unsteady,
    Map<JobId, SizeProtection> held) {
  /** A node that is down. */
  record DownNode(Node node, String why) {}

  Optional<Job> find(JobId id) {
    return Optional.ofNullable(arrivals.get(id)).flatMap(cluster.jobs()::at);
  }

  /** The reason of the last decision for a job, if that decision knew it. */
  Optional<Reason> why(Job job) {
    return reasons.flatMap(decided -> decided.find(job));
  }

  /** Such as all nodes that are up or drained, by name. */
  Map<NodeId, Node> present() {
    Map<NodeId, Node> nodes = new HashMap<>();
    cluster.nodes().list().forEach(node -> nodes.put(node.id(), node));
    cluster.settings().drained().forEach((id, node) -> node.ifPresent(one -> nodes.put(id, one)));
    return nodes;
  }
}
