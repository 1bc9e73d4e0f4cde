package dev.ductile.bench.dl2;

import dev.ductile.history.Outcome;
import java.util.List;

/**
 * Times in slots, as DL2 counts them: a job that arrives in a slot and ends in the quarter of the
 * next but one takes 2.25 slots. A job here arrives within a slot and is first seen at its end, so
 * its time counts from there. Times of outcomes count from the beginning of a run.
 */
final class SlotTimes {
  private SlotTimes() {}

  /** The mean over all jobs that finished. */
  static double meanCompletion(List<Outcome> outcomes, double slot) {
    return outcomes.stream()
        .filter(Outcome::isFinished)
        .mapToDouble(outcome -> outcome.ended() / slot - seen(outcome, slot))
        .average()
        .orElse(Double.NaN);
  }

  /** The most jobs that have been seen and have not ended, at the beginning of any slot. */
  static long mostJobs(List<Outcome> outcomes, double slot) {
    return outcomes.stream()
        .mapToLong(each -> present(outcomes, seen(each, slot), slot))
        .max()
        .orElse(0);
  }

  private static long present(List<Outcome> outcomes, double at, double slot) {
    return outcomes.stream()
        .filter(outcome -> seen(outcome, slot) <= at)
        .filter(outcome -> !(outcome.ended() <= at * slot))
        .count();
  }

  private static double seen(Outcome outcome, double slot) {
    return Math.floor(outcome.submitted() / slot) + 1;
  }
}
