package dev.ductile.policies.lin;

import dev.ductile.api.Phrase;
import dev.ductile.api.Worded;
import dev.ductile.policies.sizing.SpeedBySize;

/**
 * The least time over efficiency, where efficiency is the speed-up per node (Section IV-A, HELL).
 */
final class HellHeuristic extends Heuristic {
  /**
   * The time over efficiency of one step of a job that trains one step a second at its least size.
   */
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
  Phrase why(Seat seat, int rung) {
    SpeedBySize ladder = seat.ladder();
    int other = rung + 1 < ladder.count() ? rung + 1 : rung - 1;
    if (other < 0) {
      return Phrase.of("it has no other size");
    }
    Phrase compared =
        rung == seat.most() && other > rung
            ? Phrase.of(", and too few nodes are left for more")
            : Phrase.of(
                " and {nextTimeOverEfficiency} with {nextTasks}",
                seat.times(cost(ladder, other)),
                nodes(ladder, other));
    return Phrase.of(
        "time over efficiency is {timeOverEfficiency} with {tasks}{}",
        seat.times(cost(ladder, rung)),
        Worded.count(nodes(ladder, rung), "node"),
        compared);
  }
}
