package dev.ductile.server.cluster;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.Origin;
import dev.ductile.api.Progress;
import dev.ductile.api.SpeedSpec;
import java.time.Instant;
import java.util.Optional;

/**
 * The life of one job: a fold of its events. The picture has only its present state, and forgets a
 * job that ends.
 *
 * @param origin its name and its job file
 * @param measured whether its speed was learned from its own measurements
 * @param started when it first got resources
 * @param ended when it ended, and how
 * @param holds the tasks that it holds, or held last
 * @param since the time of the last change of its tasks
 * @param pausing whether it has tasks that have not made a step since that change
 * @param steps the steps that it has reported
 * @param deviceSeconds the devices that it held, times seconds, until {@code since}
 * @param message why it failed, was cancelled, crashed or is held; empty if there is nothing to say
 */
public record JobTrack(
    JobSpec spec,
    Origin origin,
    SpeedSpec speed,
    boolean measured,
    Instant submitted,
    Optional<Instant> started,
    Optional<Ending> ended,
    Allocation holds,
    Instant since,
    boolean pausing,
    double steps,
    double deviceSeconds,
    JobCounts counts,
    String message) {
  /** The end of a job. */
  public record Ending(Instant at, JobState state) {}

  static JobTrack of(Event.Submitted event) {
    return new JobTrack(
        event.spec(),
        event.origin(),
        event.speed(),
        false,
        event.at(),
        Optional.empty(),
        Optional.empty(),
        Allocation.NONE,
        event.at(),
        false,
        0,
        0,
        JobCounts.NONE,
        "");
  }

  /** The track after one more event of this job. */
  JobTrack with(Event.OfJob event) {
    return switch (event) {
      case Event.Submitted _, Event.Refused _, Event.Noted _, Event.PhaseChanged _ -> this;
      case Event.Held held -> withMessage(held.why());
      case Event.Resumed _ -> withMessage("");
      case Event.Amended amended -> withSpec(amended.spec());
      case Event.Scaled _, Event.Unscaled _, Event.Unknown _, Event.Rescaled _ -> this;
      case Event.Allocated allocated -> allocated(allocated);
      case Event.Running running -> pausing ? trains(running.at()) : this;
      case Event.Progressed progressed -> withSteps(progressed.steps());
      case Event.Released released -> withSteps(released.steps());
      case Event.Crashed crashed -> crashed(crashed);
      case Event.SpeedLearned learned -> withMeasuredSpeed(learned.speed());
      case Event.Finished finished -> ends(finished.at(), JobState.SUCCEEDED, "");
      case Event.Failed failed -> ends(failed.at(), JobState.FAILED, failed.why());
      case Event.Cancelled cancelled -> ends(cancelled.at(), JobState.CANCELLED, cancelled.why());
    };
  }

  /** The name that its user gave it. */
  String name() {
    return origin.name().isEmpty() ? spec.id().name() : origin.name();
  }

  /** The job by whose measurements its speed is known: itself, or an earlier one. */
  Optional<JobId> measuredJob() {
    return measured ? Optional.of(spec.id()) : origin.speedFrom();
  }

  boolean isOver() {
    return ended.isPresent();
  }

  /** Device-seconds until this time. */
  double deviceSecondsAt(Instant now) {
    return deviceSeconds + (isOver() ? 0 : devices() * Progress.seconds(since, now));
  }

  private double devices() {
    return spec.demand().devices(holds.size());
  }

  private JobTrack allocated(Event.Allocated event) {
    JobTrack until = settled(event.at());
    JobCounts change =
        holds.isNone()
            ? until.counts
            : event.to().isNone()
                ? until.counts.preempted()
                : event.to().size().equals(holds.size())
                    ? until.counts.moved()
                    : until.counts.rescaled();
    return until.holding(event.to(), !event.to().isNone(), change);
  }

  private JobTrack crashed(Event.Crashed event) {
    return settled(event.at())
        .holding(Allocation.NONE, false, counts.crashed(steps - event.steps()))
        .withMessage(event.why())
        .withSteps(event.steps());
  }

  private JobTrack trains(Instant at) {
    return settled(at).holding(holds, false, counts.paused(Progress.seconds(since, at)));
  }

  /** Accounts for the time since the last change. */
  private JobTrack settled(Instant at) {
    double seconds = Progress.seconds(since, at);
    JobCounts more =
        holds.isNone() ? counts.waited(seconds) : pausing ? counts.paused(seconds) : counts;
    return new JobTrack(
        spec,
        origin,
        speed,
        measured,
        submitted,
        started,
        ended,
        holds,
        at,
        pausing,
        steps,
        deviceSeconds + devices() * seconds,
        more,
        message);
  }

  private JobTrack holding(Allocation target, boolean nowPausing, JobCounts newCounts) {
    Optional<Instant> first = target.isNone() ? Optional.empty() : Optional.of(since);
    return new JobTrack(
        spec,
        origin,
        speed,
        measured,
        submitted,
        started.or(() -> first),
        ended,
        target,
        since,
        nowPausing,
        steps,
        deviceSeconds,
        newCounts,
        message);
  }

  private JobTrack ends(Instant at, JobState state, String why) {
    JobTrack last = settled(at);
    return new JobTrack(
        spec,
        origin,
        speed,
        measured,
        submitted,
        started,
        Optional.of(new Ending(at, state)),
        holds,
        at,
        false,
        state == JobState.SUCCEEDED && !spec.work().isUnknown() ? spec.work().steps() : steps,
        last.deviceSeconds,
        last.counts,
        why);
  }

  private JobTrack withSteps(double newSteps) {
    return new JobTrack(
        spec,
        origin,
        speed,
        measured,
        submitted,
        started,
        ended,
        holds,
        since,
        pausing,
        newSteps,
        deviceSeconds,
        counts,
        message);
  }

  private JobTrack withMessage(String newMessage) {
    return new JobTrack(
        spec,
        origin,
        speed,
        measured,
        submitted,
        started,
        ended,
        holds,
        since,
        pausing,
        steps,
        deviceSeconds,
        counts,
        newMessage);
  }

  private JobTrack withSpec(JobSpec newSpec) {
    return new JobTrack(
        newSpec,
        origin,
        speed,
        measured,
        submitted,
        started,
        ended,
        holds,
        since,
        pausing,
        steps,
        deviceSeconds,
        counts,
        message);
  }

  private JobTrack withMeasuredSpeed(SpeedSpec newSpeed) {
    return new JobTrack(
        spec,
        origin,
        newSpeed,
        true,
        submitted,
        started,
        ended,
        holds,
        since,
        pausing,
        steps,
        deviceSeconds,
        counts,
        message);
  }
}
