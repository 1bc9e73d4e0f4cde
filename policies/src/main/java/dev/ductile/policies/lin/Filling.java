package dev.ductile.policies.lin;

import dev.ductile.policies.sizing.Budget;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Gives leftover nodes, repeatedly, to the job that needs the fewest of them to end before all
 * others (Section IV-B, Eq. 5), until no job can.
 *
 * <p>The earliest end of any job only gets earlier, so the nodes that a job needs only become more.
 * A job that once could not get enough never can, unless it ends first already.
 */
final class Filling {
  private static final Comparator<Ask> FEWEST_NODES =
      Comparator.comparingInt(Ask::nodes).thenComparingLong(ask -> ask.seat().arrival());

  private final List<Seat> seats;
  private final Budget budget;
  private final int[] first;
  private double toBeat;

  /** The smallest size with which a job would end first, by its index, when it was computed. */
  private record Ask(Seat seat, int rung, double beaten) {
    int nodes() {
      return Heuristic.nodes(seat.ladder(), rung) - Heuristic.nodes(seat.ladder(), seat.rung());
    }
  }

  Filling(List<Seat> seats, Budget budget) {
    this.seats = seats;
    this.budget = budget;
    this.first = seats.stream().mapToInt(Seat::rung).toArray();
    this.toBeat = seats.stream().mapToDouble(Seat::seconds).min().orElse(Double.POSITIVE_INFINITY);
  }

  /** Divides the leftover nodes, and returns the final sizes. */
  List<Fill> fill() {
    var asks = new PriorityQueue<>(FEWEST_NODES);
    seats.forEach(seat -> ask(seat, seat.rung() + 1, asks));
    while (!asks.isEmpty()) {
      Ask next = asks.remove();
      Seat seat = next.seat();
      if (next.beaten() > toBeat || next.rung() > seat.reach(budget)) {
        ask(seat, next.rung(), asks);
      } else {
        seat.climb(next.rung(), budget);
        toBeat = seat.seconds();
        ask(seat, next.rung() + 1, asks);
      }
    }
    return told();
  }

  /** Requests the smallest affordable size, from this index on, with which the job ends first. */
  private void ask(Seat seat, int from, PriorityQueue<Ask> asks) {
    int reach = seat.reach(budget);
    for (int rung = from; rung <= reach; rung++) {
      if (seat.seconds(rung) < toBeat) {
        asks.add(new Ask(seat, rung, toBeat));
        return;
      }
    }
  }

  private List<Fill> told() {
    var fills = new ArrayList<Fill>(seats.size());
    for (int i = 0; i < seats.size(); i++) {
      fills.add(Fill.of(seats.get(i), first[i]));
    }
    return fills;
  }
}
