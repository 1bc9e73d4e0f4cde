package dev.ductile.server.metrics;

import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobState;
import dev.ductile.api.RescaleMode;
import dev.ductile.server.cluster.JobTrack;
import dev.ductile.text.PlainValue;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The waits, changes and ends of jobs: a fold of events, on the thread of the scheduler. */
final class JobMetrics {
  private final Function<JobId, Optional<Job>> jobs;
  private final Map<JobId, Begin> begins = new HashMap<>();
  private final Map<String, Counter> rescales = new HashMap<>();
  private final Map<String, Timer> pauses = new HashMap<>();
  private final Map<String, Timer> completions = new HashMap<>();
  private final Timer wait;
  private final Counter preemptions;
  private final Counter restarts;
  private final DistributionSummary error;

  /** The begin of a job that is not over. */
  private record Begin(Instant submitted, boolean started, RescaleMode mode) {}

  JobMetrics(MeterRegistry registry, Function<JobId, Optional<Job>> jobs) {
    this.jobs = jobs;
    for (String direction : List.of("grow", "shrink", "same")) {
      rescales.put(
          direction,
          Counter.builder("ductile.rescales")
              .description("Changes of the tasks of jobs that hold resources.")
              .tag("direction", direction)
              .register(registry));
    }
    for (RescaleMode mode : RescaleMode.values()) {
      String word = PlainValue.word(mode);
      pauses.put(
          word,
          timer("ductile.rescale.pause", "The reported pauses of rescales.", Buckets.pause())
              .tag("mode", word)
              .register(registry));
    }
    for (String outcome : List.of("succeeded", "failed", "cancelled")) {
      completions.put(
          outcome,
          timer("ductile.job.completion", "The time from submission to end.", Buckets.life())
              .tag("outcome", outcome)
              .register(registry));
    }
    this.wait =
        timer("ductile.queue.wait", "The time from submission to first start.", Buckets.life())
            .register(registry);
    this.preemptions =
        Counter.builder("ductile.preemptions")
            .description("Jobs that lost all of their resources to others, or were held.")
            .register(registry);
    this.restarts =
        Counter.builder("ductile.job.restarts")
            .description("Crashes of jobs, after which they start again.")
            .register(registry);
    this.error =
        DistributionSummary.builder("ductile.prediction.error.ratio")
            .description("The difference of predicted and reported speed, by the reported speed.")
            .serviceLevelObjectives(Buckets.error())
            .register(registry);
  }

  private static Timer.Builder timer(String name, String description, Duration... buckets) {
    return Timer.builder(name).description(description).serviceLevelObjectives(buckets);
  }

  /** Takes a job that was there before, without counting it. */
  void active(JobTrack job) {
    begins.put(
        job.spec().id(),
        new Begin(job.submitted(), job.started().isPresent(), job.spec().rescaleMode()));
  }

  /** Takes an event without counting it. */
  void past(Event event) {
    switch (event) {
      case Event.Submitted job ->
          begins.put(job.job(), new Begin(job.at(), false, job.spec().rescaleMode()));
      case Event.Allocated job ->
          begins.computeIfPresent(
              job.job(), (_, begin) -> new Begin(begin.submitted(), true, begin.mode()));
      case Event.Ended job -> begins.remove(job.job());
      case Event.Accepted _, Event.Decided _, Event.Report _, Event.OfNode _, Event.Setting _ -> {}
    }
  }

  void happened(Event event) {
    switch (event) {
      case Event.Allocated job -> allocated(job);
      case Event.Rescaled job ->
          begin(job)
              .flatMap(begin -> Optional.ofNullable(pauses.get(PlainValue.word(begin.mode()))))
              .ifPresent(timer -> timer.record(job.pause()));
      case Event.Progressed job -> jobs.apply(job.job()).ifPresent(found -> compare(found, job));
      case Event.Crashed _ -> restarts.increment();
      case Event.Finished job -> ended(job, "succeeded");
      case Event.Failed job -> ended(job, "failed");
      case Event.Cancelled job -> ended(job, "cancelled");
      case Event.Accepted _, Event.Decided _, Event.Report _, Event.OfNode _, Event.Setting _ -> {}
    }
    past(event);
  }

  private Optional<Begin> begin(Event.OfJob event) {
    return Optional.ofNullable(begins.get(event.job()));
  }

  private void allocated(Event.Allocated event) {
    begin(event)
        .filter(begin -> !begin.started() && !event.to().isNone())
        .ifPresent(begin -> wait.record(Duration.between(begin.submitted(), event.at())));
    if (event.from().isNone()) {
      return;
    }
    if (event.to().isNone()) {
      preemptions.increment();
      return;
    }
    int change = event.to().size().tasks() - event.from().size().tasks();
    Optional.ofNullable(rescales.get(change > 0 ? "grow" : change < 0 ? "shrink" : "same"))
        .ifPresent(Counter::increment);
  }

  private void ended(Event.Ended event, String outcome) {
    begin(event)
        .ifPresent(begin ->
            Optional.ofNullable(completions.get(outcome))
                .ifPresent(timer -> timer.record(Duration.between(begin.submitted(), event.at()))));
  }

  /** Compares speeds only while all tasks run, because a start or a rescale has none. */
  private void compare(Job job, Event.Progressed report) {
    if (job.state() != JobState.RUNNING
        || job.revision() != report.revision()
        || report.stepsPerSecond() <= 0) {
      return;
    }
    double predicted = job.speed().stepsPerSecond(job.allocation());
    if (predicted > 0 && Double.isFinite(predicted)) {
      error.record(Math.abs(predicted - report.stepsPerSecond()) / report.stepsPerSecond());
    }
  }
}
