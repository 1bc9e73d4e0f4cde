package dev.ductile.reproductions.experiment;

import dev.ductile.simulator.Figures;
import dev.ductile.simulator.Outcome;
import dev.ductile.simulator.Run;
import dev.ductile.simulator.Series;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What can be measured of a simulated run. */
final class Runs {
  /** A measure of a run; {@code x} is where the point is, in seconds where its axis is a time. */
  @FunctionalInterface
  interface Reading {
    double of(Run run, double x, Measure measure);
  }

  static final Map<String, Reading> MEASURES =
      Map.ofEntries(
          figure("mean-completion", Figures::averageCompletion),
          Map.entry(
              "completion", (run, _, measure) -> percentile(completions(run), measure.number())),
          Map.entry("feedback", (run, _, measure) -> percentile(feedbacks(run), measure.number())),
          figure("mean-feedback", Figures::averageFeedback),
          figure("mean-queueing", Figures::averageQueueing),
          figure("mean-start-delay", Figures::averageStartDelay),
          figure("mean-fairness", Figures::averageFairness),
          figure("makespan", Figures::makespan),
          figure("utilisation", Figures::utilisation),
          figure("rescales", Figures::rescales),
          figure("preemptions", Figures::preemptions),
          figure("finished", Figures::finished),
          figure("killed", Figures::killed),
          figure("unfinished", Figures::unfinished),
          Map.entry("overhead", (run, _, _) -> overhead(run)),
          Map.entry("finished-within", (run, x, _) -> shareWithin(run, completions(run), x)),
          Map.entry("feedback-within", (run, x, _) -> shareWithin(run, feedbacks(run), x)),
          Map.entry("running-at", (run, x, _) -> at(run.timeline().running(), x)),
          Map.entry("waiting-at", (run, x, _) -> at(run.timeline().waiting(), x)),
          Map.entry("devices-at", (run, x, _) -> at(run.timeline().used(), x)));

  private Runs() {}

  /** Whether a measure needs to know what happened when. */
  static boolean isOverTime(Measure measure) {
    return measure.name().endsWith("-at");
  }

  private static Map.Entry<String, Reading> figure(String name, ToDoubleFunction<Figures> figure) {
    return Map.entry(name, (run, _, _) -> figure.applyAsDouble(run.figures()));
  }

  /** How long the finished jobs took, the shortest first. */
  private static double[] completions(Run run) {
    return run.outcomes().stream()
        .filter(Outcome::isFinished)
        .mapToDouble(Outcome::completion)
        .sorted()
        .toArray();
  }

  /** How long users waited for first results of the jobs that gave any, the shortest first. */
  private static double[] feedbacks(Run run) {
    return run.outcomes().stream()
        .filter(Outcome::gaveFeedback)
        .mapToDouble(Outcome::feedback)
        .sorted()
        .toArray();
  }

  private static double percentile(double[] sorted, double share) {
    return sorted.length == 0
        ? Double.NaN
        : sorted[Math.min(sorted.length - 1, (int) (sorted.length * share))];
  }

  private static double shareWithin(Run run, double[] values, double seconds) {
    long within = Arrays.stream(values).filter(value -> value <= seconds).count();
    return (double) within / Math.max(1, run.outcomes().size());
  }

  /** The share of the time that jobs held resources which went into starting and rescaling. */
  private static double overhead(Run run) {
    double held =
        run.outcomes().stream()
            .filter(job -> !Double.isNaN(job.ended()))
            .mapToDouble(job -> job.completion() - job.waiting())
            .sum();
    return held > 0 ? run.totals().secondsLost() / held : 0;
  }

  private static double at(List<Series.Point> series, double seconds) {
    double value = 0;
    for (Series.Point point : series) {
      if (point.seconds() > seconds) {
        break;
      }
      value = point.mean();
    }
    return value;
  }
}
