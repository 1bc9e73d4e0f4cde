package dev.ductile.scheduler;

import dev.ductile.api.Dependency;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.Phase;
import dev.ductile.api.SpeedSpec;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The events that follow from the reports of engines.
 *
 * @param ledger knows the jobs of the reports
 * @param observer is shown the estimates that are dropped
 */
record DerivedEvents(Ledger ledger, SchedulerObserver observer) {
  /**
   * The end of a job's early feedback, if this report shows that its steps are done; before the
   * report is folded.
   */
  Optional<Event> endOfFeedback(Event event) {
    return switch (event) {
      case Event.Progressed report -> endOfFeedback(report.at(), report.job(), report.steps());
      case Event.Released report -> endOfFeedback(report.at(), report.job(), report.steps());
      case Event.Crashed report -> endOfFeedback(report.at(), report.job(), report.steps());
      case Event.Finished report ->
          endOfFeedback(report.at(), report.job(), Double.POSITIVE_INFINITY);
      case Event.OfNode _,
          Event.Setting _,
          Event.Accepted _,
          Event.Decided _,
          Event.Running _,
          Event.Rescaled _,
          Event.Unknown _,
          Event.Failed _,
          Event.Cancelled _ ->
          Optional.empty();
    };
  }

  private Optional<Event> endOfFeedback(Instant now, JobId id, double steps) {
    return ledger
        .find(id)
        .filter(job -> job.phase() == Phase.EARLY_FEEDBACK)
        .filter(job -> job.spec().work().phaseAfter(steps) == Phase.TRAINING)
        .map(job -> new Event.PhaseChanged(now, id, Phase.TRAINING));
  }

  /** The new estimate of a job's speed that this report leads to; after the report is folded. */
  Optional<Event> learned(Event event) {
    return switch (event) {
      case Event.Running report -> learned(report);
      case Event.Progressed report -> learned(report);
      case Event.OfNode _,
          Event.Setting _,
          Event.Accepted _,
          Event.Decided _,
          Event.Rescaled _,
          Event.Released _,
          Event.Crashed _,
          Event.Unknown _,
          Event.Ended _ ->
          Optional.empty();
    };
  }

  /** Estimators and speed models are plug-ins: an estimate is dropped if one of them throws. */
  private Optional<Event> learned(Event.Report report) {
    try {
      Optional<SpeedSpec> estimate = ledger.learned(report.job());
      estimate.ifPresent(ledger::check);
      return estimate.map(speed -> new Event.SpeedLearned(report.at(), report.job(), speed));
    } catch (RuntimeException broken) {
      observer.estimateDropped(report.at(), report.job(), String.valueOf(broken.getMessage()));
      return Optional.empty();
    }
  }

  /**
   * The ends of the jobs that were to start after the success of this one, which has ended
   * otherwise; before the event is folded.
   */
  List<Event> neverStarting(Event event) {
    return switch (event) {
      case Event.Failed failed -> cancelled(failed, "failed");
      case Event.Cancelled cancelled -> cancelled(cancelled, "was cancelled");
      case Event.Finished _,
          Event.OfNode _,
          Event.Setting _,
          Event.Accepted _,
          Event.Decided _,
          Event.Report _ ->
          List.of();
    };
  }

  private List<Event> cancelled(Event.Ended event, String end) {
    return ledger.dependencies().waitingFor(event.job()).stream()
        .flatMap(job -> ledger.find(job).stream())
        .filter(job -> job.spec().after().contains(successOf(event.job())))
        .<Event>map(job ->
            new Event.Cancelled(
                event.at(),
                job.id(),
                "job %s, after whose success it was to start, %s".formatted(event.job(), end)))
        .toList();
  }

  private static Dependency successOf(JobId job) {
    return new Dependency(job, Dependency.Condition.SUCCEEDED);
  }
}
