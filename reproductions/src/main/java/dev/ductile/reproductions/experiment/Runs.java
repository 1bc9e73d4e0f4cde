package dev.ductile.reproductions.experiment;

import dev.ductile.history.Figures;
import dev.ductile.history.Outcome;
import dev.ductile.history.Run;
import dev.ductile.history.Series;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The measures of a simulated run. */
final class Runs {
  /** A measure of a run; {@code x} is the value of the point, in seconds if its axis is a time. */
  @FunctionalInterface
  interface Reading {
    double of(Run run, double x, Measure measure);
  }

  static final Map<String, Reading> MEASURES =
      Map.ofEntries(
          figure("mean-completion", Figures::averageCompletion),
          Map.entry(
              "completion",
              (run, _, measure) -> Figures.percentile(completions(run), measure.share())),
          Map.entry(
              "feedback", (run, _, measure) -> Figures.percentile(feedbacks(run), measure.share())),
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
          Map.entry("running-at", (run, x, _) -> at(run, run.timeline().running(), x)),
          Map.entry("waiting-at", (run, x, _) -> at(run, run.timeline().waiting(), x)),
          Map.entry("devices-at", (run, x, _) -> at(run, run.timeline().used(), x)));

  private Runs() {}

  /** Whether a measure needs a timeline. */
  static boolean isOverTime(Measure measure) {
    return measure.name().endsWith("-at");
  }

  /** Whether a measure is of a point in time, so that points must be numbers. */
  static boolean isAtTime(Measure measure) {
    return isOverTime(measure) || measure.name().endsWith("-within");
  }

  private static Map.Entry<String, Reading> figure(String name, ToDoubleFunction<Figures> figure) {
    return Map.entry(name, (run, _, _) -> figure.applyAsDouble(run.figures()));
  }

  /** Completion times of the finished jobs, sorted. */
  private static double[] completions(Run run) {
    return run.outcomes().stream()
        .filter(Outcome::isFinished)
        .mapToDouble(Outcome::completion)
        .sorted()
        .toArray();
  }

  /** Times to first results of the jobs that gave any, sorted. */
  private static double[] feedbacks(Run run) {
    return run.outcomes().stream()
        .filter(Outcome::gaveFeedback)
        .mapToDouble(Outcome::feedback)
        .sorted()
        .toArray();
  }

  private static double shareWithin(Run run, double[] values, double seconds) {
    long within = Arrays.stream(values).filter(value -> value <= seconds).count();
    return (double) within / Math.max(1, run.outcomes().size());
  }

  /** The share of the time that jobs held resources which went into starting and rescaling. */
  private static double overhead(Run run) {
    double end = run.totals().makespan();
    double held =
        run.outcomes().stream()
            .mapToDouble(job -> Math.max(0, until(job, end) - job.submitted() - job.waiting()))
            .sum();
    return held > 0 ? run.totals().secondsLost() / held : 0;
  }

  private static double until(Outcome job, double end) {
    return Double.isNaN(job.ended()) ? end : job.ended();
  }

  /** Zero after the end of a run; NaN after the end of a stopped run. */
  private static double at(Run run, List<Series.Point> series, double seconds) {
    if (seconds > run.totals().makespan()) {
      return run.totals().end() == Run.End.ALL_OVER ? 0 : Double.NaN;
    }
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
