package dev.ductile.policies.lin;

import dev.ductile.policies.sizing.Budget;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * What is left goes, again and again, to the job that needs the fewest nodes of it to end before
 * all others (Section IV-B, Eq. 5), until none can.
 *
 * <p>The time to be beaten only falls. So what a job needs only grows, and a job that once could
 * not never can again, unless it is the one that leads.
 */
final class Filling {
  private static final Comparator<Ask> FEWEST_NODES =
      Comparator.comparingInt(Ask::nodes).thenComparingLong(ask -> ask.seat().arrival());

  private final List<Seat> seats;
  private final Budget budget;
  private final int[] first;
  private double toBeat;

  /** The least rung on which a job would have ended first when it was looked at. */
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

  /** Divides what is left, and says who got how much of it. */
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

  /** Asks for the least rung from this one on that there is enough for and that ends first. */
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
