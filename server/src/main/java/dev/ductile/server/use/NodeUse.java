package dev.ductile.server.use;

import dev.ductile.api.NodeId;
import dev.ductile.api.Resources;
import dev.ductile.engines.supervision.TaskUse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The processors and the memory that the tasks of one or more nodes use now. */
record NodeUse(double cores, double memoryBytes) {
  static final NodeUse NONE = new NodeUse(0, 0);

  /** The use of each node that has a task. */
  static Map<NodeId, NodeUse> of(List<TaskUse> tasks) {
    Map<NodeId, NodeUse> nodes = new HashMap<>();
    tasks.forEach(task ->
        nodes.merge(task.node(), new NodeUse(task.cores(), task.memoryBytes()), NodeUse::plus));
    return Map.copyOf(nodes);
  }

  NodeUse plus(NodeUse other) {
    return new NodeUse(cores + other.cores, memoryBytes + other.memoryBytes);
  }

  Map<String, Double> amounts() {
    return new TreeMap<>(Map.of(Resources.CPU, cores, Resources.MEMORY, memoryBytes));
  }
}
