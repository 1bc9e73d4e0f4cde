package dev.ductile.policies.lin;

import dev.ductile.api.Phrase;
import dev.ductile.policies.sizing.Candidate;
import dev.ductile.policies.sizing.Division;
import dev.ductile.policies.sizing.GreedyAscent;
import dev.ductile.policies.sizing.SizeDecision;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts as many jobs as possible, and then divides the leftover nodes (Section V-B, Waterfill).
 */
record Waterfilling(Waterfill.Filling filling, double gamma, Steepest steepest)
    implements Division {
  Waterfilling(Waterfill.Filling filling, double gamma) {
    this(filling, gamma, new Steepest());
  }

  @Override
  public Shares divide(Table table) {
    var waiting = new ArrayList<SizeDecision>();
    List<SizeDecision> decisions =
        switch (filling) {
          case SHORTEST -> shortest(table, waiting);
          case STEEPEST -> steepest(table, waiting);
        };
    var all = new ArrayList<>(decisions);
    all.addAll(waiting);
    return Shares.of(all);
  }

  private List<SizeDecision> shortest(Table table, List<SizeDecision> waiting) {
    var seats = new ArrayList<Seat>(table.candidates().size());
    for (Candidate candidate : table.candidates()) {
      if (table.budget().covers(candidate, candidate.size(0))) {
        var seat = new Seat(candidate, table.now(), gamma);
        seat.aim(0, seat.seconds(0), 0);
        seat.take(table.budget());
        seats.add(seat);
      } else {
        waiting.add(late(candidate));
      }
    }
    return new Filling(seats, table.budget()).fill().stream().map(Waterfilling::decision).toList();
  }

  private List<SizeDecision> steepest(Table table, List<SizeDecision> waiting) {
    var climb = new GreedyAscent(table);
    for (Candidate candidate : table.candidates()) {
      if (!climb.start(candidate, steepest.route(new Seat(candidate, table.now(), gamma)))) {
        waiting.add(late(candidate));
      }
    }
    return climb.grow();
  }

  private static SizeDecision late(Candidate candidate) {
    return SizeDecision.none(
        candidate,
        () ->
            Phrase.of(
                "protected jobs, jobs of higher priority and earlier jobs leave too little for it"));
  }

  private static SizeDecision decision(Fill fill) {
    return new SizeDecision(
        fill.seat().candidate(),
        fill.seat().candidate().size(fill.last()),
        () ->
            fill.last() > fill.first()
                ? fill.filled()
                : Phrase.of(
                    "its least size; the leftover nodes would not let it end before all other jobs"));
  }
}
