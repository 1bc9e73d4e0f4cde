package dev.ductile.policies.lin;

import dev.ductile.policies.elastic.Budget;
import dev.ductile.policies.elastic.Ladder;
import dev.ductile.policies.elastic.Wish;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.WeakHashMap;

/**
 * What is left goes, again and again, to the job that saves the most time for each further node,
 * until nobody saves any. A job may take several nodes at a time, where the first alone save
 * little.
 */
final class Steepest {
  private static final Comparator<Climb> MOST_SAVED =
      Comparator.comparingDouble(Climb::savedEach)
          .reversed()
          .thenComparingLong(climb -> climb.seat().arrival());

  private final Map<Ladder, int[]> hulls = new WeakHashMap<>();

  /** A job's next step, and the seconds it saves by each node of it. */
  private record Climb(Seat seat, int rung, double savedEach) {}

  /** Divides what is left, and says who got what. */
  List<Wish> fill(List<Seat> seats, Budget budget) {
    var climbs = new PriorityQueue<>(MOST_SAVED);
    var last = new ArrayList<Climb>();
    seats.forEach(seat -> next(seat, climbs));
    while (!climbs.isEmpty()) {
      Climb climb = climbs.remove();
      if (climb.rung() <= climb.seat().reach(budget)) {
        climb.seat().climb(climb.rung(), budget);
        last.clear();
        last.add(climb);
        next(climb.seat(), climbs);
      }
    }
    return seats.stream().map(seat -> wish(seat, last)).toList();
  }

  private void next(Seat seat, PriorityQueue<Climb> climbs) {
    Ladder ladder = seat.ladder();
    int rung = hulls.computeIfAbsent(ladder, Steepest::hull)[seat.rung()];
    if (rung > seat.rung()) {
      climbs.add(new Climb(seat, rung, savedEach(seat, rung)));
    }
  }

  private static double savedEach(Seat seat, int rung) {
    return (seat.seconds() - seat.seconds(rung))
        / (Heuristic.nodes(seat.ladder(), rung) - Heuristic.nodes(seat.ladder(), seat.rung()));
  }

  /**
   * For each rung the higher one at which the most time is saved for each node; itself for none.
   */
  private static int[] hull(Ladder ladder) {
    var next = new int[ladder.count()];
    var corners = new ArrayDeque<Integer>();
    for (int rung = ladder.count() - 1; rung >= 0; rung--) {
      while (corners.size() > 1 && !isCorner(ladder, rung, corners)) {
        corners.pop();
      }
      boolean saves = !corners.isEmpty() && slope(ladder, rung, corners.getFirst()) > 0;
      next[rung] = saves ? corners.getFirst() : rung;
      corners.push(rung);
    }
    return next;
  }

  /** Whether the nearest corner saves more for each node than the one behind it would. */
  private static boolean isCorner(Ladder ladder, int rung, ArrayDeque<Integer> corners) {
    var ahead = corners.iterator();
    int near = ahead.next();
    return slope(ladder, rung, near) >= slope(ladder, rung, ahead.next());
  }

  private static double slope(Ladder ladder, int from, int to) {
    return (1 / ladder.stepsPerSecond(from) - 1 / ladder.stepsPerSecond(to))
        / (Heuristic.nodes(ladder, to) - Heuristic.nodes(ladder, from));
  }

  private Wish wish(Seat seat, List<Climb> last) {
    int rung = hulls.computeIfAbsent(seat.ladder(), Steepest::hull)[seat.rung()];
    if (rung == seat.rung()) {
      return new Wish(seat.contender(), seat.size(), () -> "no further node would save any time");
    }
    int more = Heuristic.nodes(seat.ladder(), rung) - Heuristic.nodes(seat.ladder(), seat.rung());
    double saved = savedEach(seat, rung);
    String other =
        last.isEmpty()
            ? "there are none left"
            : "the last that went to %s saved %s"
                .formatted(last.getFirst().seat().name(), Seat.span(last.getFirst().savedEach()));
    return new Wish(
        seat.contender(),
        seat.size(),
        () ->
            "the next %s would save %s%s; %s"
                .formatted(
                    more == 1 ? "node" : more + " nodes",
                    Seat.span(saved),
                    more == 1 ? "" : " each",
                    other));
  }
}
