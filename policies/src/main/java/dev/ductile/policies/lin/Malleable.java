package dev.ductile.policies.lin;

import dev.ductile.api.Phrase;
import dev.ductile.api.Size;
import dev.ductile.api.Worded;
import dev.ductile.policies.sizing.Budget;
import dev.ductile.policies.sizing.Division;
import dev.ductile.policies.sizing.SizeDecision;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Sizes that are decided anew in every decision (Section IV-B, Algorithms 1 and 2): the job that
 * ranks first at its best available size gets it, and then the other jobs choose from the remaining
 * nodes.
 *
 * <p>Remaining nodes only become fewer, and this hardly ever improves a rank. So a job that ranked
 * first by an earlier size, and can still have that size, ranks first now; few jobs are checked
 * again. The exceptions are jobs that would be faster with fewer nodes and must take more.
 */
record Malleable(Heuristic heuristic, double gamma, boolean filling) implements Division {
  /** Jobs with nodes and jobs without, each in the order of their turns. */
  private record Line(List<Seat> served, List<SizeDecision> waiting) {}

  /** The turn of a job: its rank, and the size that it took. */
  private record Turn(Seat seat, Size size, double rank) {}

  @Override
  public Shares divide(Table table) {
    Line line = serve(table);
    var decisions = new ArrayList<SizeDecision>(table.candidates().size());
    List<Fill> fills =
        filling ? new Filling(line.served(), table.budget()).fill() : Fill.none(line.served());
    fills.forEach(fill -> decisions.add(fill.decision(heuristic)));
    decisions.addAll(line.waiting());
    return Shares.of(decisions);
  }

  private Line serve(Table table) {
    var line = new Line(new ArrayList<>(), new ArrayList<>());
    var turns = new ArrayList<Turn>();
    var passed = new ArrayList<Seat>();
    Budget budget = table.budget();
    var queue = new PriorityQueue<>(Math.max(1, table.candidates().size()), Seat.BY_RANK);
    table
        .candidates()
        .forEach(candidate -> {
          var seat = new Seat(candidate, table.now(), gamma);
          if (aim(seat, budget)) {
            queue.add(seat);
          } else {
            line.waiting()
                .add(
                    SizeDecision.none(
                        candidate,
                        () ->
                            Phrase.of(
                                "protected jobs and jobs of higher priority leave too little for it")));
          }
        });
    var fickle = fickle(queue);
    while (!queue.isEmpty()) {
      Seat seat = queue.remove();
      int aimed = seat.rung();
      if (!aim(seat, budget)) {
        passed.add(seat);
      } else if (seat.rung() == aimed) {
        seat.take(budget);
        line.served().add(seat);
        turns.add(new Turn(seat, seat.size(), seat.rank()));
        fickle.removeIf(other -> other == seat || !stays(other, queue, budget));
      } else {
        queue.add(seat);
        if (heuristic.mayPreferFewer() && !fickle.contains(seat) && isFickle(seat)) {
          fickle.add(seat);
        }
      }
    }
    Budget left = budget.copy();
    passed.forEach(seat ->
        line.waiting().add(SizeDecision.none(seat.candidate(), () -> behind(seat, turns, left))));
    return line;
  }

  /** Lets a job choose its best affordable size; false if it can afford none. */
  private boolean aim(Seat seat, Budget budget) {
    int most = budget.most(seat.candidate());
    if (most < 0) {
      return false;
    }
    int best = heuristic.best(seat.ladder(), most);
    seat.aim(best, best == seat.rung() ? seat.rank() : heuristic.rank(seat, best), most);
    return true;
  }

  /** The jobs that may rank higher when fewer nodes remain. */
  private List<Seat> fickle(Collection<Seat> seats) {
    return new ArrayList<>(
        heuristic.mayPreferFewer()
            ? seats.stream().filter(Malleable::isFickle).toList()
            : List.of());
  }

  private static boolean isFickle(Seat seat) {
    for (int rung = seat.rung() - 1; rung >= 0; rung--) {
      if (seat.seconds(rung) < seat.seconds()) {
        return true;
      }
    }
    return false;
  }

  /** Ranks a job again if too little remains for its size; false if it can afford no size. */
  private boolean stays(Seat seat, PriorityQueue<Seat> queue, Budget budget) {
    if (budget.covers(seat.candidate(), seat.size())) {
      return true;
    }
    if (budget.most(seat.candidate()) < 0 || !queue.remove(seat)) {
      return false;
    }
    aim(seat, budget);
    queue.add(seat);
    return isFickle(seat);
  }

  /** Compares a job with the one that took the nodes it needed, with both ranks at that turn. */
  private Phrase behind(Seat seat, List<Turn> turns, Budget left) {
    Budget there = left.copy();
    for (Turn turn : turns.reversed()) {
      there.give(turn.seat().candidate(), turn.size());
      int most = there.most(seat.candidate());
      if (most >= 0) {
        double own = heuristic.rank(seat, heuristic.best(seat.ladder(), most));
        return Phrase.of(
            "{rival} comes first: its {criterion}{} is {rivalRank}, and this job's would be {rank}",
            turn.seat().name(),
            heuristic.criterion(),
            longer(),
            Seat.span(turn.rank()),
            Seat.span(own));
      }
    }
    return Phrase.of("jobs before it leave too little for it");
  }

  private Phrase longer() {
    String digits = BigDecimal.valueOf(gamma).stripTrailingZeros().toPlainString();
    return gamma > 0 ? Phrase.of(", with gamma {gamma},", new Worded(gamma, digits)) : Phrase.NONE;
  }
}
