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
 * Which seats of a hot job are to be filled and which are to be left, so that it comes to where it
 * is wanted and as few tasks as possible move.
 */
record Moves(List<Berth> missing, List<Seat> surplus) {
  /** A task of this role on this node. */
  record Berth(Role role, NodeId node) {
    private static final Comparator<Berth> ORDER =
        Comparator.comparing(Berth::role).thenComparing(Berth::node);

    /** The resources of one such task. */
    Allocation share() {
      return Allocation.on(node, role == Role.WORKER ? new Size(1, 0) : new Size(0, 1));
    }
  }

  static Moves towards(Allocation target, Collection<Seat> seats) {
    var held = new TreeMap<Berth, List<Seat>>(Berth.ORDER);
    seats.forEach(seat ->
        held.computeIfAbsent(new Berth(seat.role(), seat.node()), berth -> new ArrayList<>())
            .add(seat));
    Map<Berth, Integer> wanted = wanted(target);
    var missing = new ArrayList<Berth>();
    wanted.forEach((berth, count) -> {
      for (int have = held.getOrDefault(berth, List.of()).size(); have < count; have++) {
        missing.add(berth);
      }
    });
    var surplus = new ArrayList<Seat>();
    held.forEach((berth, there) ->
        there.stream()
            .sorted(Comparator.comparingInt(Seat::index))
            .skip(wanted.getOrDefault(berth, 0))
            .forEach(surplus::add));
    return new Moves(List.copyOf(missing), List.copyOf(surplus));
  }

  boolean isEmpty() {
    return missing.isEmpty() && surplus.isEmpty();
  }

  /** Whether each role that some leave has others who stay. */
  boolean leavesSomebody(Collection<Seat> seats) {
    for (Seat seat : surplus) {
      if (count(seats, seat.role()) == count(surplus, seat.role())) {
        return false;
      }
    }
    return true;
  }

  private static long count(Collection<Seat> seats, Role role) {
    return seats.stream().filter(seat -> seat.role() == role).count();
  }

  private static Map<Berth, Integer> wanted(Allocation target) {
    var wanted = new TreeMap<Berth, Integer>(Berth.ORDER);
    for (Allocation.Share share : target.shares()) {
      wanted.put(new Berth(Role.WORKER, share.node()), share.size().workers());
      wanted.put(new Berth(Role.SERVER, share.node()), share.size().servers());
    }
    return wanted;
  }
}
