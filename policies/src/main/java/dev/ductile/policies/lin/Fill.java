package dev.ductile.policies.lin;

import dev.ductile.policies.elastic.Contender;
import dev.ductile.policies.elastic.Wish;
import java.util.List;

/**
 * What a job has in the end, and how it came to it.
 *
 * @param first the rung that it was given by rule, before anything was left over
 * @param last the rung that it has
 */
record Fill(Contender contender, double work, int first, int last) {
  static List<Fill> none(List<Seat> seats) {
    return seats.stream().map(seat -> Fill.of(seat, seat.rung())).toList();
  }

  static Fill of(Seat seat, int first) {
    return new Fill(seat.contender(), seat.work(), first, seat.rung());
  }

  Wish wish(Heuristic heuristic) {
    return new Wish(
        contender,
        contender.size(last),
        () -> last > first ? filled() : heuristic.why(contender.ladder(), last, work));
  }

  /** How it came to be larger than the rule wanted it. */
  String filled() {
    int more =
        Heuristic.nodes(contender.ladder(), last) - Heuristic.nodes(contender.ladder(), first);
    return "it would end before all others with %d more, which were left: in %s"
        .formatted(more, Seat.span(work / contender.ladder().stepsPerSecond(last)));
  }
}
