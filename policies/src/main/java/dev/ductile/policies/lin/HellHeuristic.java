package dev.ductile.policies.lin;

import dev.ductile.api.Reason;
import dev.ductile.policies.sizing.SpeedBySize;

/**
 * The least time over efficiency, where efficiency is speed-up for each node (Section IV-A, HELL).
 */
final class HellHeuristic extends Heuristic {
  /** Time over efficiency of a job that does one step a second at its least size, for one step. */
  @Override
  protected double cost(SpeedBySize ladder, int rung) {
    double slowdown = ladder.stepsPerSecond(0) / ladder.stepsPerSecond(rung);
    return nodes(ladder, rung) * slowdown * slowdown;
  }

  @Override
  double rank(Seat seat, int rung) {
    return seat.seconds(0) * cost(seat.ladder(), rung);
  }

  @Override
  String criterion() {
    return "time over efficiency";
  }

  @Override
  String why(Seat seat, int rung) {
    SpeedBySize ladder = seat.ladder();
    int other = rung + 1 < ladder.count() ? rung + 1 : rung - 1;
    if (other < 0) {
      return "it has no other size";
    }
    String own =
        "time over efficiency is %s with %s"
            .formatted(seat.times(cost(ladder, rung)), Reason.count(nodes(ladder, rung), "node"));
    return rung == seat.most() && other > rung
        ? own + ", and there are no more left for it"
        : own + " and %s with %d".formatted(seat.times(cost(ladder, other)), nodes(ladder, other));
  }
}
