package dev.ductile.engines.local;

import dev.ductile.api.Allocation;
import dev.ductile.api.NodeId;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which task of a job sits where: workers first, then servers, each counted from node to node.
 *
 * @param masterPort where the first worker listens for the others
 * @param schedulerPort where the scheduler of ps-lite listens, if the first worker starts one
 */
record Layout(
    Allocation where, List<Seat> workers, List<Seat> servers, int masterPort, int schedulerPort) {

  /** How many ports the layout of so many tasks takes. */
  static int portsFor(Size size) {
    return size.tasks() + 2;
  }

  static Layout of(Allocation where, List<Integer> ports) {
    Iterator<Integer> free = ports.iterator();
    int masterPort = free.next();
    int schedulerPort = free.next();
    return new Layout(
        where,
        seats(where, Role.WORKER, free),
        seats(where, Role.SERVER, free),
        masterPort,
        schedulerPort);
  }

  List<Seat> seats() {
    return Stream.concat(workers.stream(), servers.stream()).toList();
  }

  List<Seat> seats(Role role) {
    return role == Role.WORKER ? workers : servers;
  }

  long onNode(Role role, NodeId node) {
    return seats(role).stream().filter(seat -> seat.node().equals(node)).count();
  }

  List<String> nodes() {
    return where.shares().stream().map(share -> share.node().name()).toList();
  }

  /** The number of the node among those that have tasks of this role. */
  int groupRank(Role role, NodeId node) {
    return seats(role).stream().map(Seat::node).distinct().toList().indexOf(node);
  }

  private static List<Seat> seats(Allocation where, Role role, Iterator<Integer> ports) {
    var seats = new ArrayList<Seat>();
    for (Allocation.Share share : where.shares()) {
      Size size = share.size();
      int count = role == Role.WORKER ? size.workers() : size.servers();
      for (int local = 0; local < count; local++) {
        seats.add(new Seat(role, seats.size(), share.node(), local, ports.next()));
      }
    }
    return List.copyOf(seats);
  }
}
