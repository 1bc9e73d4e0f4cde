package dev.ductile.reports;

import dev.ductile.history.Figures;
import java.util.function.ToDoubleFunction;

/**
 * A figure of a run as reports show it. The keys are stable, because programs read them in JSON and
 * CSV.
 */
public enum Measure {
  JOBS("jobs", "Jobs", Unit.COUNT, Best.NONE, Figures::jobs),
  FINISHED("finished", "Finished", Unit.COUNT, Best.NONE, Figures::finished),
  KILLED("killed", "Killed", Unit.COUNT, Best.NONE, Figures::killed),
  UNFINISHED("unfinished", "Unfinished", Unit.COUNT, Best.NONE, Figures::unfinished),
  AVERAGE_COMPLETION(
      "averageCompletion", "Mean completion", Unit.SECONDS, Best.LEAST, Figures::averageCompletion),
  MEDIAN_COMPLETION(
      "medianCompletion", "Median", Unit.SECONDS, Best.LEAST, Figures::medianCompletion),
  P95_COMPLETION("p95Completion", "p95", Unit.SECONDS, Best.LEAST, Figures::p95Completion),
  P99_COMPLETION("p99Completion", "p99", Unit.SECONDS, Best.LEAST, Figures::p99Completion),
  MAX_COMPLETION("maxCompletion", "Longest", Unit.SECONDS, Best.LEAST, Figures::maxCompletion),
  AVERAGE_QUEUEING(
      "averageQueueing", "Mean queueing", Unit.SECONDS, Best.LEAST, Figures::averageQueueing),
  AVERAGE_START_DELAY(
      "averageStartDelay", "Start delay", Unit.SECONDS, Best.LEAST, Figures::averageStartDelay),
  AVERAGE_FEEDBACK(
      "averageFeedback", "Early feedback", Unit.SECONDS, Best.LEAST, Figures::averageFeedback),
  MAKESPAN("makespan", "Makespan", Unit.SECONDS, Best.LEAST, Figures::makespan),
  UTILISATION("utilisation", "Utilisation", Unit.SHARE, Best.MOST, Figures::utilisation),
  AVERAGE_FAIRNESS("averageFairness", "Mean rho", Unit.RATIO, Best.LEAST, Figures::averageFairness),
  MAX_FAIRNESS("maxFairness", "Worst rho", Unit.RATIO, Best.LEAST, Figures::maxFairness),
  RESCALES("rescales", "Rescales", Unit.COUNT, Best.NONE, Figures::rescales),
  PREEMPTIONS("preemptions", "Preemptions", Unit.COUNT, Best.NONE, Figures::preemptions),
  MOVES("moves", "Moves", Unit.COUNT, Best.NONE, Figures::moves),
  SECONDS_LOST("secondsLost", "Time lost", Unit.SECONDS, Best.NONE, Figures::secondsLost);

  /** Whether a low or a high value is better. */
  public enum Best {
    LEAST,
    MOST,
    /** Neither is better. */
    NONE
  }

  private final String key;
  private final String title;
  private final Unit unit;
  private final Best best;

  /** A reference to a method: it has no state that could change. */
  @SuppressWarnings("ImmutableEnumChecker")
  private final ToDoubleFunction<Figures> figure;

  Measure(String key, String title, Unit unit, Best best, ToDoubleFunction<Figures> figure) {
    this.key = key;
    this.title = title;
    this.unit = unit;
    this.best = best;
    this.figure = figure;
  }

  public String key() {
    return key;
  }

  /** Its name in a heading. */
  public String title() {
    return title;
  }

  public Unit unit() {
    return unit;
  }

  public Best best() {
    return best;
  }

  public ToDoubleFunction<Figures> figure() {
    return figure;
  }

  public double of(Figures figures) {
    return figure.applyAsDouble(figures);
  }
}
