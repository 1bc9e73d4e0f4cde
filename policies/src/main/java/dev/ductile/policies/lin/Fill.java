package dev.ductile.policies.lin;

import dev.ductile.api.Phrase;
import dev.ductile.policies.sizing.SizeDecision;
import dev.ductile.policies.sizing.SpeedBySize;
import java.util.List;

/**
 * What a job has in the end, and how it came to it.
 *
 * @param first the rung that it was given by rule, before anything was left over
 * @param last the rung that it has
 */
record Fill(Seat seat, int first, int last) {
  static List<Fill> none(List<Seat> seats) {
    return seats.stream().map(seat -> Fill.of(seat, seat.rung())).toList();
  }

  static Fill of(Seat seat, int first) {
    return new Fill(seat, first, seat.rung());
  }

  SizeDecision decision(Heuristic heuristic) {
    return new SizeDecision(
        seat.candidate(),
        seat.candidate().size(last),
        () -> last > first ? filled() : heuristic.why(seat, last));
  }

  /** How it came to be larger than the rule wanted it. */
  Phrase filled() {
    SpeedBySize ladder = seat.ladder();
    int more = Heuristic.nodes(ladder, last) - Heuristic.nodes(ladder, first);
    return Phrase.of(
        "{}it would end before all others with {moreTasks} more, which were left: in {remaining}",
        seat.isStretched() ? "as gamma counts, " : "",
        more,
        seat.time(last));
  }
}
