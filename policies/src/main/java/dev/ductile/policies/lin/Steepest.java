package dev.ductile.policies.lin;

import dev.ductile.api.Size;
import dev.ductile.policies.sizing.GrowthPath;
import dev.ductile.policies.sizing.SpeedBySize;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;

/**
 * Growth paths on which each step saves the most time per node. A step may have several nodes, if
 * the first of them alone save little.
 */
final class Steepest {
  /**
   * For each size the index of the size after its next step; its own index if no step saves time.
   */
  private final Map<SpeedBySize, int[]> steps = new WeakHashMap<>();

  GrowthPath route(Seat seat) {
    return new Way(seat, steps.computeIfAbsent(seat.ladder(), Steepest::steps));
  }

  private static final class Way implements GrowthPath {
    private final Seat seat;
    private final int[] steps;
    private int rung;

    Way(Seat seat, int[] steps) {
      this.seat = seat;
      this.steps = steps;
    }

    @Override
    public Optional<Step> next() {
      int ahead = steps[rung] > rung ? steps[rung] : rung + 1;
      if (ahead == steps.length) {
        return Optional.empty();
      }
      double saved = seat.seconds(rung) - seat.seconds(ahead);
      return Optional.of(
          new Step(seat.ladder().size(ahead), saved / nodes(seat.ladder(), rung, ahead)));
    }

    @Override
    public void advance() {
      rung = steps[rung];
    }

    @Override
    public String unit() {
      return "node";
    }

    @Override
    public Iterable<Size> passed() {
      return seat.ladder().sizes().subList(0, rung).reversed();
    }
  }

  /** The next corner of the lower hull of the remaining time, for each size. */
  private static int[] steps(SpeedBySize ladder) {
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

  /** Whether the nearest corner saves as much per node as the one behind it. */
  private static boolean isCorner(SpeedBySize ladder, int rung, ArrayDeque<Integer> corners) {
    var ahead = corners.iterator();
    int near = ahead.next();
    return slope(ladder, rung, near) >= slope(ladder, rung, ahead.next());
  }

  private static double slope(SpeedBySize ladder, int from, int to) {
    return (1 / ladder.stepsPerSecond(from) - 1 / ladder.stepsPerSecond(to))
        / nodes(ladder, from, to);
  }

  private static int nodes(SpeedBySize ladder, int from, int to) {
    return Heuristic.nodes(ladder, to) - Heuristic.nodes(ladder, from);
  }
}
