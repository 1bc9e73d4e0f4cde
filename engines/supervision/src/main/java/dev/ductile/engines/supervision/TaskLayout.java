package dev.ductile.engines.supervision;

import dev.ductile.api.Allocation;
import dev.ductile.api.NodeId;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which task of a job sits where: workers first, then servers, each counted from node to node.
 *
 * @param master where the first worker listens for the others
 * @param scheduler where the scheduler of ps-lite listens, if the first worker starts one
 */
record TaskLayout(
    Allocation where,
    List<TaskPlacement> workers,
    List<TaskPlacement> servers,
    Address master,
    Address scheduler) {

  /** The nodes of the addresses that a layout needs. */
  static List<NodeId> nodesOfAddresses(Allocation where) {
    var nodes = new ArrayList<NodeId>();
    for (Role role : List.of(Role.WORKER, Role.SERVER)) {
      for (Allocation.Share share : where.shares()) {
        nodes.addAll(Collections.nCopies(count(share.size(), role), share.node()));
      }
    }
    nodes.addAll(0, Collections.nCopies(2, nodes.getFirst()));
    return nodes;
  }

  static TaskLayout of(Allocation where, List<Address> addresses) {
    Iterator<Address> free = addresses.iterator();
    Address master = free.next();
    Address scheduler = free.next();
    return new TaskLayout(
        where,
        placements(where, Role.WORKER, free),
        placements(where, Role.SERVER, free),
        master,
        scheduler);
  }

  List<TaskPlacement> placements() {
    return Stream.concat(workers.stream(), servers.stream()).toList();
  }

  List<TaskPlacement> placements(Role role) {
    return role == Role.WORKER ? workers : servers;
  }

  long onNode(Role role, NodeId node) {
    return placements(role).stream().filter(placement -> placement.node().equals(node)).count();
  }

  List<String> nodes() {
    return where.shares().stream().map(share -> share.node().name()).toList();
  }

  /** The number of the node among those that have tasks of this role. */
  int groupRank(Role role, NodeId node) {
    return placements(role).stream().map(TaskPlacement::node).distinct().toList().indexOf(node);
  }

  private static List<TaskPlacement> placements(
      Allocation where, Role role, Iterator<Address> addresses) {
    var placements = new ArrayList<TaskPlacement>();
    for (Allocation.Share share : where.shares()) {
      for (int local = 0; local < count(share.size(), role); local++) {
        placements.add(
            new TaskPlacement(role, placements.size(), share.node(), local, addresses.next()));
      }
    }
    return List.copyOf(placements);
  }

  private static int count(Size size, Role role) {
    return role == Role.WORKER ? size.workers() : size.servers();
  }
}
