package dev.ductile.answers;

import dev.ductile.api.Allocation;
import dev.ductile.api.NodeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The jobs that get more tasks on a node by a decision, for each node.
 *
 * @param byNode the places of these jobs in the list
 */
record Takers(List<JobDiff> jobs, Map<NodeId, List<Integer>> byNode) {
  static Takers of(List<JobDiff> jobs) {
    var byNode = new HashMap<NodeId, List<Integer>>();
    for (int i = 0; i < jobs.size(); i++) {
      JobDiff diff = jobs.get(i);
      for (NodeId node : more(diff.from(), diff.to())) {
        byNode.computeIfAbsent(node, _ -> new ArrayList<>()).add(i);
      }
    }
    return new Takers(jobs, byNode);
  }

  /** The jobs that get more tasks on the nodes that this job leaves, in the order of the list. */
  List<JobDiff> of(JobDiff diff) {
    var places = new TreeSet<Integer>();
    for (NodeId node : more(diff.to(), diff.from())) {
      places.addAll(byNode.getOrDefault(node, List.of()));
    }
    return places.stream().map(jobs::get).toList();
  }

  /** The nodes on which there are more tasks in the second allocation. */
  private static List<NodeId> more(Allocation less, Allocation more) {
    var tasks = new HashMap<NodeId, Integer>();
    less.shares().forEach(share -> tasks.put(share.node(), share.size().tasks()));
    return more.shares().stream()
        .filter(share -> share.size().tasks() > tasks.getOrDefault(share.node(), 0))
        .map(Allocation.Share::node)
        .toList();
  }
}
