package dev.ductile.engines.supervision;

import dev.ductile.api.Allocation;
import dev.ductile.api.NodeId;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The tasks of a hot job to start and to end for an allocation, such that as few tasks as possible
 * move.
 */
record TaskChanges(List<RoleOnNode> missing, List<TaskPlacement> surplus) {
  /** A task of this role on this node. */
  record RoleOnNode(Role role, NodeId node) {
    private static final Comparator<RoleOnNode> ORDER =
        Comparator.comparing(RoleOnNode::role).thenComparing(RoleOnNode::node);

    /** The resources of one such task. */
    Allocation share() {
      return Allocation.on(node, role == Role.WORKER ? new Size(1, 0) : new Size(0, 1));
    }
  }

  static TaskChanges towards(Allocation target, Collection<TaskPlacement> placements) {
    var held = new TreeMap<RoleOnNode, List<TaskPlacement>>(RoleOnNode.ORDER);
    placements.forEach(placement ->
        held.computeIfAbsent(
                new RoleOnNode(placement.role(), placement.node()), place -> new ArrayList<>())
            .add(placement));
    Map<RoleOnNode, Integer> wanted = wanted(target);
    var missing = new ArrayList<RoleOnNode>();
    wanted.forEach((place, count) -> {
      for (int have = held.getOrDefault(place, List.of()).size(); have < count; have++) {
        missing.add(place);
      }
    });
    var surplus = new ArrayList<TaskPlacement>();
    held.forEach((place, there) ->
        there.stream()
            .sorted(Comparator.comparingInt(TaskPlacement::index))
            .skip(wanted.getOrDefault(place, 0))
            .forEach(surplus::add));
    return new TaskChanges(List.copyOf(missing), List.copyOf(surplus));
  }

  boolean isEmpty() {
    return missing.isEmpty() && surplus.isEmpty();
  }

  /** Whether a task of each role stays. */
  boolean leavesOne(Collection<TaskPlacement> placements) {
    for (TaskPlacement placement : surplus) {
      if (count(placements, placement.role()) == count(surplus, placement.role())) {
        return false;
      }
    }
    return true;
  }

  private static long count(Collection<TaskPlacement> placements, Role role) {
    return placements.stream().filter(placement -> placement.role() == role).count();
  }

  private static Map<RoleOnNode, Integer> wanted(Allocation target) {
    var wanted = new TreeMap<RoleOnNode, Integer>(RoleOnNode.ORDER);
    for (Allocation.Share share : target.shares()) {
      wanted.put(new RoleOnNode(Role.WORKER, share.node()), share.size().workers());
      wanted.put(new RoleOnNode(Role.SERVER, share.node()), share.size().servers());
    }
    return wanted;
  }
}
