package dev.ductile.policies.lin;

import dev.ductile.api.Phrase;
import dev.ductile.policies.sizing.SpeedBySize;

/** All the nodes there are, to the job they finish first (Section V-B, SRPT). */
final class AllHeuristic extends Heuristic {
  @Override
  protected double cost(SpeedBySize ladder, int rung) {
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

  /** Nodes that slow a job down are given all the same, so fewer of them may end it sooner. */
  @Override
  boolean mayPreferFewer() {
    return true;
  }

  @Override
  Phrase why(Seat seat, int rung) {
    return Phrase.of(
        "all that is left goes to who ends first, this one in {remaining}", seat.time(rung));
  }
}
