package dev.ductile.engines.supervision;

import dev.ductile.api.Allocation;
import dev.ductile.api.JobId;
import dev.ductile.api.NodeId;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The tasks of a job on their nodes: workers first, then servers, each numbered from node to node.
 *
 * @param master the address at which the first worker coordinates the others
 * @param scheduler the address of the ps-lite scheduler, if the first worker starts one
 */
record TaskLayout(
    Allocation where,
    List<TaskPlacement> workers,
    List<TaskPlacement> servers,
    Address master,
    Address scheduler) {

  /** The addresses that a layout needs; the first two are further ones of the first worker. */
  static List<Addresses.Request> requests(JobId job, Allocation where) {
    var requests = new ArrayList<Addresses.Request>();
    for (Role role : List.of(Role.WORKER, Role.SERVER)) {
      int index = 0;
      for (Allocation.Share share : where.shares()) {
        for (int local = 0; local < count(share.size(), role); local++) {
          requests.add(new Addresses.Request(job, role, index++, share.node()));
        }
      }
    }
    requests.addFirst(requests.getFirst());
    requests.addFirst(requests.getFirst());
    return requests;
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

  /** The position of the node among the nodes that have tasks of this role. */
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
