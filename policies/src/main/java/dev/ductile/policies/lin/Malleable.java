package dev.ductile.policies.lin;

import dev.ductile.api.Phrase;
import dev.ductile.api.Size;
import dev.ductile.api.Worded;
import dev.ductile.policies.sizing.Budget;
import dev.ductile.policies.sizing.Division;
import dev.ductile.policies.sizing.SharedUnit;
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
  private record Line(List<SizedJob> served, List<SizeDecision> waiting) {}

  /** The turn of a job: its rank, and the size that it took. */
  private record Turn(SizedJob job, Size size, double rank) {}

  @Override
  public Shares divide(Table table) {
    Line line = serve(table);
    var decisions = new ArrayList<SizeDecision>(table.candidates().size());
    List<FinalSize> fills =
        filling
            ? new LeftoverFilling(line.served(), table.budget()).fill()
            : FinalSize.none(line.served());
    fills.forEach(fill -> decisions.add(fill.decision(heuristic)));
    decisions.addAll(line.waiting());
    return Shares.of(decisions);
  }

  private Line serve(Table table) {
    var line = new Line(new ArrayList<>(), new ArrayList<>());
    var turns = new ArrayList<Turn>();
    var passed = new ArrayList<SizedJob>();
    Budget budget = table.budget();
    var queue = new PriorityQueue<>(Math.max(1, table.candidates().size()), SizedJob.BY_RANK);
    table
        .candidates()
        .forEach(candidate -> {
          var job = new SizedJob(candidate, table.now(), gamma);
          if (choose(job, budget)) {
            queue.add(job);
          } else {
            line.waiting()
                .add(
                    SizeDecision.late(
                        candidate,
                        () ->
                            Phrase.of(
                                "protected jobs and jobs of higher priority leave too little for it")));
          }
        });
    var mayRankHigher = mayRankHigher(queue);
    while (!queue.isEmpty()) {
      SizedJob job = queue.remove();
      int chosen = job.index();
      if (!choose(job, budget)) {
        passed.add(job);
      } else if (job.index() == chosen) {
        job.take(budget);
        line.served().add(job);
        turns.add(new Turn(job, job.size(), job.rank()));
        mayRankHigher.removeIf(other -> other == job || !stays(other, queue, budget));
      } else {
        queue.add(job);
        if (heuristic.mayPreferFewer() && !mayRankHigher.contains(job) && isFasterWithFewer(job)) {
          mayRankHigher.add(job);
        }
      }
    }
    Budget left = budget.copy();
    passed.forEach(job ->
        line.waiting().add(SizeDecision.late(job.candidate(), () -> behind(job, turns, left))));
    return line;
  }

  /** Lets a job choose its best affordable size; false if it can afford none. */
  private boolean choose(SizedJob job, Budget budget) {
    int most = budget.most(job.candidate());
    if (most < 0) {
      return false;
    }
    int best = heuristic.best(job.speeds(), most);
    job.choose(best, best == job.index() ? job.rank() : heuristic.rank(job, best), most);
    return true;
  }

  /** The jobs that may rank higher when fewer nodes remain. */
  private List<SizedJob> mayRankHigher(Collection<SizedJob> jobs) {
    return new ArrayList<>(
        heuristic.mayPreferFewer()
            ? jobs.stream().filter(Malleable::isFasterWithFewer).toList()
            : List.of());
  }

  private static boolean isFasterWithFewer(SizedJob job) {
    for (int index = job.index() - 1; index >= 0; index--) {
      if (job.seconds(index) < job.seconds()) {
        return true;
      }
    }
    return false;
  }

  /** Ranks a job again if too little remains for its size; false if it can afford no size. */
  private boolean stays(SizedJob job, PriorityQueue<SizedJob> queue, Budget budget) {
    if (budget.covers(job.candidate(), job.size())) {
      return true;
    }
    if (budget.most(job.candidate()) < 0 || !queue.remove(job)) {
      return false;
    }
    choose(job, budget);
    queue.add(job);
    return isFasterWithFewer(job);
  }

  /** Compares a job with the one that took the nodes it needed, with both ranks at that turn. */
  private Phrase behind(SizedJob job, List<Turn> turns, Budget left) {
    Budget there = left.copy();
    for (Turn turn : turns.reversed()) {
      there.give(turn.job().candidate(), turn.size());
      int most = there.most(job.candidate());
      if (most >= 0) {
        double own = heuristic.rank(job, heuristic.best(job.speeds(), most));
        SharedUnit unit = SharedUnit.of(turn.rank(), own);
        return Phrase.of(
            "{rival} comes first: its {criterion}{} is {rivalRank}, and this job's would be {rank}",
            turn.job().name(),
            heuristic.criterion(),
            longer(),
            unit.worded(turn.rank()),
            unit.worded(own));
      }
    }
    return Phrase.of("jobs before it leave too little for it");
  }

  private Phrase longer() {
    String digits = BigDecimal.valueOf(gamma).stripTrailingZeros().toPlainString();
    return gamma > 0 ? Phrase.of(", with gamma {gamma},", new Worded(gamma, digits)) : Phrase.NONE;
  }
}
