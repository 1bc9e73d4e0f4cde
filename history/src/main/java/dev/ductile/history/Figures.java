package dev.ductile.history;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The figures by which runs are compared, in seconds. Percentiles and means are over the jobs that
 * finished; if none did they are not numbers. The mean time to first results is over all jobs that
 * had some. A run that stopped before all jobs were over has no makespan.
 */
public record Figures(
    int jobs,
    int finished,
    int killed,
    int unfinished,
    double averageCompletion,
    double medianCompletion,
    double p95Completion,
    double p99Completion,
    double maxCompletion,
    double averageQueueing,
    double averageStartDelay,
    double averageFeedback,
    double makespan,
    double utilisation,
    double averageFairness,
    double maxFairness,
    long rescales,
    long preemptions,
    long moves,
    double secondsLost) {

  static Figures of(Run run) {
    List<Outcome> all = run.outcomes();
    List<Outcome> finished = all.stream().filter(Outcome::isFinished).toList();
    double[] completion = sorted(finished, Outcome::completion);
    double[] fairness = sorted(finished, Outcome::fairness);
    Run.Totals totals = run.totals();
    return new Figures(
        all.size(),
        finished.size(),
        count(all, Outcome.Ending.KILLED),
        count(all, Outcome.Ending.UNFINISHED) + count(all, Outcome.Ending.FAILED),
        mean(completion),
        percentile(completion, 0.5),
        percentile(completion, 0.95),
        percentile(completion, 0.99),
        percentile(completion, 1),
        mean(sorted(finished, Outcome::waiting)),
        mean(sorted(finished, outcome -> outcome.started() - outcome.submitted())),
        mean(sorted(all.stream().filter(Outcome::gaveFeedback).toList(), Outcome::feedback)),
        totals.end() == Run.End.ALL_OVER ? totals.makespan() : Double.NaN,
        totals.utilisation(),
        mean(fairness),
        percentile(fairness, 1),
        totals.rescales(),
        totals.preemptions(),
        totals.moves(),
        totals.secondsLost());
  }

  /** The value with at least this share of the sorted values below it, or the last one. */
  public static double percentile(double[] sorted, double share) {
    return sorted.length == 0
        ? Double.NaN
        : sorted[Math.min(sorted.length - 1, (int) (sorted.length * share))];
  }

  private static double mean(double[] values) {
    return values.length == 0 ? Double.NaN : Arrays.stream(values).sum() / values.length;
  }

  private static double[] sorted(List<Outcome> outcomes, ToDoubleFunction<Outcome> figure) {
    return outcomes.stream().mapToDouble(figure).sorted().toArray();
  }

  private static int count(List<Outcome> outcomes, Outcome.Ending ending) {
    return (int) outcomes.stream().filter(outcome -> outcome.ending() == ending).count();
  }
}
