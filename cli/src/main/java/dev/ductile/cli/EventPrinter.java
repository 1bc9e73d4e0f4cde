package dev.ductile.cli;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Plan;
import dev.ductile.api.Progress;
import dev.ductile.api.Violation;
import dev.ductile.cli.train.HeldOutByJob;
import dev.ductile.cli.train.MeasuredSpeeds;
import dev.ductile.scheduler.SchedulerObserver;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Prints the events of a live cluster, and the changes of its jobs with their reasons. */
final class EventPrinter implements SchedulerObserver {
  private final Consumer<String> out;
  private final HeldOutByJob heldOut;
  private final MeasuredSpeeds speeds;
  private final Function<JobId, Optional<String>> lastFigures;
  private final List<Failure> failures = new ArrayList<>();
  private Instant start = Instant.MAX;
  private boolean isEstimateDropped;
  private boolean wasStopped;

  /**
   * A printer without a first event.
   *
   * @param heldOut the figures of held-out examples of each job
   * @param lastFigures the last step and loss of a job that has ended
   * @param learns whether an estimator learns the speeds of jobs
   */
  EventPrinter(
      Consumer<String> out,
      HeldOutByJob heldOut,
      Function<JobId, Optional<String>> lastFigures,
      boolean learns) {
    this.out = out;
    this.heldOut = heldOut;
    this.speeds = new MeasuredSpeeds(learns);
    this.lastFigures = lastFigures;
  }

  /**
   * A job that has failed or was refused.
   *
   * @param hasRun whether it may have logs
   */
  record Failure(JobId job, String sentence, boolean hasRun) {}

  /** The jobs that have failed, those of an earlier command of the run included. */
  List<Failure> failures() {
    return List.copyOf(failures);
  }

  /** Takes an event that an earlier command of the run has printed. */
  void past(Event event) {
    note(event);
    var _ = speeds.sentence(event);
    wasStopped |= event instanceof Event.Held held && held.why().equals(RunRecord.STOPPED);
  }

  /** Whether an earlier command of the run was stopped, so that its times include a break. */
  boolean wasStopped() {
    return wasStopped;
  }

  private void note(Event event) {
    if (event.at().isBefore(start)) {
      start = event.at();
    }
    if (event instanceof Event.Refused(_, JobId job, String why)) {
      failures.add(new Failure(job, "job %s was refused: %s".formatted(job, why), false));
    } else if (event instanceof Event.Failed(_, JobId job, String why)) {
      failures.add(new Failure(job, "job %s failed: %s".formatted(job, why), true));
    }
  }

  @Override
  public void decided(Cluster cluster, Plan plan) {
    speeds.decided(plan);
    Set<Job> kept = new HashSet<>();
    for (Grant grant : plan.grants()) {
      kept.add(grant.job());
      if (grant.isChange()) {
        change(cluster, plan, grant.job(), grant.allocation());
      }
    }
    for (Job job : cluster.running()) {
      if (!kept.contains(job)) {
        change(cluster, plan, job, Allocation.NONE);
      }
    }
  }

  private void change(Cluster cluster, Plan plan, Job job, Allocation target) {
    String before = job.allocation().isNone() ? "waiting" : job.allocation().size().toString();
    String after = target.isNone() ? "waiting" : target.toString();
    tell(
        cluster.now(),
        "%s %s → %s: %s",
        job.id(),
        before,
        after,
        plan.reasons().why(job).sentence());
  }

  @Override
  public void rejected(Cluster cluster, Plan plan, List<Violation> violations) {
    String broken = violations.stream().map(Violation::text).collect(Collectors.joining("; "));
    tell(cluster.now(), "illegal grants are dropped from the plan: %s", broken);
  }

  /** An estimator that fails may do so at each report, so only the first failure is printed. */
  @Override
  public void estimateDropped(Instant at, JobId job, String why) {
    if (!isEstimateDropped) {
      isEstimateDropped = true;
      tell(at, "an estimate of the speed of %s is dropped, as later ones may be: %s", job, why);
    }
  }

  @Override
  public void happened(Event event) {
    note(event);
    if (event instanceof Event.OfJob ofJob) {
      speeds.sentence(event).ifPresent(news -> tell(event.at(), "%s: %s", ofJob.job(), news));
    }
    switch (event) {
      case Event.Submitted submitted -> tell(event.at(), "%s arrives", submitted.spec().id());
      case Event.Refused refused ->
          tell(event.at(), "%s is refused: %s", refused.job(), refused.why());
      case Event.Rescaled rescaled ->
          tell(
              event.at(),
              "%s trains at %s again, after %d ms",
              rescaled.job(),
              rescaled.to(),
              rescaled.pause().toMillis());
      case Event.Finished finished -> {
        String last = lastFigures.apply(finished.job()).map(": "::concat).orElse("");
        tell(event.at(), "%s is done%s", finished.job(), last);
        heldOut
            .sentence(finished.job())
            .ifPresent(figures -> tell(event.at(), "%s: %s", finished.job(), figures));
      }
      case Event.Failed failed -> tell(event.at(), "%s failed: %s", failed.job(), failed.why());
      case Event.Crashed crashed ->
          tell(event.at(), "%s crashed: %s", crashed.job(), crashed.why());
      case Event.Unknown unknown ->
          tell(event.at(), "%s is in an unknown state: %s", unknown.job(), unknown.why());
      case Event.Cancelled cancelled ->
          tell(event.at(), "%s is cancelled: %s", cancelled.job(), cancelled.why());
      case Event.NodeDown down -> tell(event.at(), "node %s is gone: %s", down.node(), down.why());
      case Event.NodeDrained drained ->
          tell(event.at(), "node %s is drained: %s", drained.node(), drained.why());
      case Event.NodeUndrained undrained ->
          tell(event.at(), "node %s takes jobs again", undrained.node());
      case Event.QueueSet set ->
          tell(event.at(), "queue %s may use %s", set.queue().name(), set.queue().quota());
      case Event.QueueRemoved gone -> tell(event.at(), "queue %s is removed", gone.queue());
      case Event.PolicySet set ->
          tell(event.at(), "%s decides from now on%s", set.policy(), after(set.why()));
      case Event.Held held -> tell(event.at(), "%s is held: %s", held.job(), held.why());
      case Event.Resumed resumed -> tell(event.at(), "%s may run again", resumed.job());
      case Event.Amended amended -> tell(event.at(), "%s is amended", amended.job());
      case Event.Scaled scaled ->
          tell(event.at(), "%s is scaled to %s by hand", scaled.job(), scaled.size());
      case Event.Unscaled unscaled ->
          tell(event.at(), "%s is sized by the policy again", unscaled.job());
      case Event.NodeUp _,
          Event.Decided _,
          Event.Running _,
          Event.Progressed _,
          Event.Released _ -> {}
    }
  }

  private static String after(String why) {
    return why.isEmpty() ? "" : ": " + why;
  }

  private void tell(Instant at, String template, Object... values) {
    double seconds = Progress.seconds(start, at);
    out.accept(String.format(Locale.ROOT, "%7.1f s  ", seconds) + template.formatted(values));
  }
}
