package dev.ductile.server.cluster;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.NodeId;
import dev.ductile.api.Resources;
import dev.ductile.rest.TaskHolder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The tasks on one node.
 *
 * @param resources what they hold together
 */
record TasksOnNode(Resources resources, List<TaskHolder> jobs) {
  static final TasksOnNode NONE = new TasksOnNode(Resources.NONE, List.of());

  /** The tasks of each node that has any. */
  static Map<NodeId, TasksOnNode> of(Cluster cluster) {
    Map<NodeId, TasksOnNode> nodes = new HashMap<>();
    cluster.running().forEach(job -> add(job, nodes));
    cluster.pinned().forEach(job -> add(job, nodes));
    return nodes;
  }

  private static void add(Job job, Map<NodeId, TasksOnNode> nodes) {
    for (Allocation.Share share : job.allocation().shares()) {
      nodes.merge(
          share.node(),
          new TasksOnNode(job.spec().demand().of(share.size()), holder(job, share)),
          TasksOnNode::plus);
    }
  }

  private static List<TaskHolder> holder(Job job, Allocation.Share share) {
    return List.of(new TaskHolder(job.id().name(), share.size().workers(), share.size().servers()));
  }

  private TasksOnNode plus(TasksOnNode other) {
    var all = new ArrayList<>(jobs);
    all.addAll(other.jobs);
    return new TasksOnNode(resources.plus(other.resources), List.copyOf(all));
  }
}
