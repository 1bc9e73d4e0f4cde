package dev.ductile.policies.lin;

import dev.ductile.api.Phrase;
import dev.ductile.api.Worded;
import dev.ductile.policies.sizing.SizeDecision;
import dev.ductile.policies.sizing.SpeedBySize;
import java.util.List;

/**
 * The final size of a job, and how it got it.
 *
 * @param first the index of the size by the rule, before leftover nodes
 * @param last the index of the final size
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

  /** The reason why it is larger than by the rule. */
  Phrase filled() {
    SpeedBySize ladder = seat.ladder();
    int more = Heuristic.nodes(ladder, last) - Heuristic.nodes(ladder, first);
    return Phrase.of(
        "{}with {moreTasks}, left over by the rule, it ends before all other jobs, in {remaining}",
        seat.isStretched() ? "counted with gamma, " : "",
        Worded.count(more, "more node"),
        seat.time(last));
  }
}
