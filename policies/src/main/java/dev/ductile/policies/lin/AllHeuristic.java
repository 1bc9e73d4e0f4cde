package dev.ductile.policies.lin;

import dev.ductile.policies.elastic.Ladder;

/** All the nodes there are, to the job they finish first (Section V-B, SRPT). */
final class AllHeuristic extends Heuristic {
  @Override
  protected double cost(Ladder ladder, int rung) {
    return -rung;
  }

  @Override
  double rank(Seat seat, int rung) {
    return seat.seconds(rung);
  }

  @Override
  String criterion() {
    return "time left";
  }

  @Override
  String why(Ladder ladder, int rung, double work) {
    return "all that is left goes to who ends first, this one in %s"
        .formatted(Seat.span(work / ladder.stepsPerSecond(rung)));
  }
}
