package dev.ductile.policies.dl2;

import dev.ductile.api.Phrase;
import dev.ductile.policies.sizing.Budget;
import dev.ductile.policies.sizing.Candidate;
import dev.ductile.policies.sizing.Division;
import dev.ductile.policies.sizing.SizeDecision;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Fills job after job up to a threshold. */
record Filling(Fill.Order order, int most) implements Division {
  @Override
  public Shares divide(Table table) {
    return Shares.of(
        switch (order) {
          case FIFO -> inTurn(table, table.candidates());
          case SRTF -> inTurn(table, byRemainingTime(table));
          case TETRIS -> byScore(table);
        });
  }

  private List<SizeDecision> inTurn(Table table, List<Candidate> candidates) {
    return candidates.stream().map(candidate -> fill(candidate, table.budget())).toList();
  }

  private static List<Candidate> byRemainingTime(Table table) {
    return table.candidates().stream()
        .sorted(Comparator.comparingDouble(candidate -> remainingSeconds(candidate, table)))
        .toList();
  }

  /** Fills the job with the highest score, and rates the others again by what is left. */
  private List<SizeDecision> byScore(Table table) {
    Budget budget = table.budget();
    var waiting = new ArrayList<>(table.candidates());
    var decisions = new ArrayList<SizeDecision>(waiting.size());
    double fits = sum(waiting, candidate -> match(candidate, budget));
    double seconds = sum(waiting, candidate -> remainingSeconds(candidate, table));
    double perSecond = seconds > 0 ? fits / seconds : 0;
    while (!waiting.isEmpty()) {
      Candidate best = waiting.getFirst();
      double bestScore = Double.NEGATIVE_INFINITY;
      for (Candidate candidate : waiting) {
        double score = match(candidate, budget) - perSecond * remainingSeconds(candidate, table);
        if (score > bestScore) {
          best = candidate;
          bestScore = score;
        }
      }
      waiting.remove(best);
      decisions.add(fill(best, budget));
    }
    return decisions;
  }

  private static double sum(List<Candidate> candidates, ToDoubleFunction<Candidate> value) {
    return candidates.stream().mapToDouble(value).sum();
  }

  private static double match(Candidate candidate, Budget budget) {
    return budget.match(candidate, candidate.size(0));
  }

  private static double remainingSeconds(Candidate candidate, Table table) {
    return candidate.job().remainingSeconds(table.now());
  }

  private SizeDecision fill(Candidate candidate, Budget budget) {
    int fitting = budget.most(candidate);
    if (fitting < 0) {
      return SizeDecision.late(candidate);
    }
    int index = Math.min(fitting, threshold(candidate));
    budget.take(candidate, candidate.size(index));
    return new SizeDecision(candidate, candidate.size(index), () -> end(candidate, index, fitting));
  }

  private Phrase end(Candidate candidate, int index, int fitting) {
    if (index < fitting) {
      return Phrase.of(
          "jobs are filled one after the other, each up to {mostWorkers} workers or its least size",
          most);
    }
    return index == candidate.speeds().count() - 1
        ? Phrase.of("it has no larger size")
        : Phrase.of("jobs before it leave no more");
  }

  /** The largest size up to the threshold, or else the least size. */
  private int threshold(Candidate candidate) {
    int index = 0;
    int last = candidate.speeds().count() - 1;
    while (index < last && candidate.size(index + 1).workers() <= most) {
      index++;
    }
    return index;
  }
}
