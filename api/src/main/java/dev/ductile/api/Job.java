package dev.ductile.api;

import java.time.Duration;
import java.time.Instant;

/**
 * One job in a picture of the cluster.
 *
 * @param arrival its number in the order of submission, which settles every tie
 * @param speedSpec what {@code speed} was made from; unknown in a picture that was made by hand
 * @param speed what is known of how fast it trains
 * @param allocation what it holds
 * @param revision of the last order about it, 0 before the first
 * @param pause what changing its size is expected to cost it
 * @param protectedUntil until when its allocation may not be changed
 * @param notes what policies remember of it
 * @param manualOverride what users have changed of it by hand
 */
public record Job(
    JobSpec spec,
    long arrival,
    Instant submitted,
    JobState state,
    Phase phase,
    SpeedSpec speedSpec,
    Speed speed,
    Progress progress,
    Allocation allocation,
    long revision,
    Duration pause,
    Instant protectedUntil,
    Notes notes,
    ManualOverride manualOverride) {

  /** A job as it is when it arrives, in a picture made by hand. */
  public static Job submitted(
      JobSpec spec, long arrival, Instant submitted, Speed speed, Duration pause) {
    return submitted(spec, arrival, submitted, SpeedSpec.UNKNOWN, speed, pause);
  }

  /** A job as it is when it arrives. */
  public static Job submitted(
      JobSpec spec,
      long arrival,
      Instant submitted,
      SpeedSpec speedSpec,
      Speed speed,
      Duration pause) {
    return new Job(
        spec,
        arrival,
        submitted,
        JobState.QUEUED,
        spec.work().phaseAfter(0),
        speedSpec,
        speed,
        Progress.none(submitted),
        Allocation.NONE,
        0,
        pause,
        submitted,
        Notes.NONE,
        ManualOverride.NONE);
  }

  public JobId id() {
    return spec.id();
  }

  public boolean holdsResources() {
    return !allocation.isNone();
  }

  /** Whether its allocation may not be changed now. */
  public boolean isProtected(Instant now) {
    return (now.isBefore(protectedUntil) || state == JobState.UNKNOWN) && holdsResources();
  }

  public double stepsAt(Instant now) {
    return Math.min(progress.stepsAt(now), spec.work().steps());
  }

  public double remainingSteps(Instant now) {
    return spec.work().steps() - stepsAt(now);
  }

  /** Device-seconds received so far. */
  public double serviceAt(Instant now) {
    return progress.serviceAt(now);
  }

  /** Steps per second with all tasks of this size side by side; 0 where nothing is known. */
  public double speedAt(Size size) {
    return speed.stepsPerSecond(Allocation.together(size));
  }

  /** Seconds to the end at the size it asks for; infinite where its speed is not known. */
  public double remainingSeconds(Instant now) {
    return remainingSteps(now) / speedAt(spec.asked());
  }

  /** Seconds from its first step to its last at the size it asks for. */
  public double totalSeconds() {
    return spec.work().steps() / speedAt(spec.asked());
  }

  public Job with(JobState newState) {
    return new Job(
        spec,
        arrival,
        submitted,
        newState,
        phase,
        speedSpec,
        speed,
        progress,
        allocation,
        revision,
        pause,
        protectedUntil,
        notes,
        manualOverride);
  }

  public Job with(Phase newPhase) {
    return new Job(
        spec,
        arrival,
        submitted,
        state,
        newPhase,
        speedSpec,
        speed,
        progress,
        allocation,
        revision,
        pause,
        protectedUntil,
        notes,
        manualOverride);
  }

  public Job with(Progress newProgress) {
    return new Job(
        spec,
        arrival,
        submitted,
        state,
        phase,
        speedSpec,
        speed,
        newProgress,
        allocation,
        revision,
        pause,
        protectedUntil,
        notes,
        manualOverride);
  }

  /** The job with a newer note of this policy; the same object where the note is not new. */
  @SuppressWarnings("ReferenceEquality") // the same notes are the same object
  public Job withNote(String policy, Note note) {
    Notes newNotes = notes.with(policy, note);
    if (newNotes == notes) {
      return this;
    }
    return new Job(
        spec,
        arrival,
        submitted,
        state,
        phase,
        speedSpec,
        speed,
        progress,
        allocation,
        revision,
        pause,
        protectedUntil,
        newNotes,
        manualOverride);
  }

  /** The job as users have changed it by hand. */
  public Job with(JobSpec newSpec, ManualOverride newOverride) {
    return new Job(
        newSpec,
        arrival,
        submitted,
        state,
        phase,
        speedSpec,
        speed,
        progress,
        allocation,
        revision,
        pause,
        protectedUntil,
        notes,
        newOverride);
  }

  /** The job with newer knowledge of its speed. */
  public Job with(SpeedSpec newSpec, Speed newSpeed) {
    return new Job(
        spec,
        arrival,
        submitted,
        state,
        phase,
        newSpec,
        newSpeed,
        progress,
        allocation,
        revision,
        pause,
        protectedUntil,
        notes,
        manualOverride);
  }

  public Job withPause(Duration newPause) {
    return new Job(
        spec,
        arrival,
        submitted,
        state,
        phase,
        speedSpec,
        speed,
        progress,
        allocation,
        revision,
        newPause,
        protectedUntil,
        notes,
        manualOverride);
  }

  public Job withAllocation(
      Allocation newAllocation, JobState newState, Progress newProgress, Instant until) {
    return withOrder(revision, newAllocation, newState, newProgress, until);
  }

  /** The job as it is after an order of this revision. */
  public Job withOrder(
      long newRevision,
      Allocation newAllocation,
      JobState newState,
      Progress newProgress,
      Instant until) {
    return new Job(
        spec,
        arrival,
        submitted,
        newState,
        phase,
        speedSpec,
        speed,
        newProgress,
        newAllocation,
        newRevision,
        pause,
        until,
        notes,
        manualOverride);
  }
}
