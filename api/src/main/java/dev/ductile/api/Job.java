package dev.ductile.api;

import java.time.Duration;
import java.time.Instant;

/**
 * One job in a picture of the cluster.
 *
 * @param arrival the number of the job in the order of submission, which breaks all ties
 * @param speedSpec the spec from which {@code speed} was made; unknown in a picture that was made
 *     by hand
 * @param speed the scheduler's present estimate of the job's speed
 * @param allocation the tasks that the job holds
 * @param revision the revision of the last order for the job; 0 before the first
 * @param pause the expected pause of a rescale
 * @param protectedUntil the time until which the allocation may not be changed
 * @param notes the notes of policies on the job
 * @param manualOverride the changes that users have made by hand
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

  /** A job at its submission, in a picture made by hand. */
  public static Job submitted(
      JobSpec spec, long arrival, Instant submitted, Speed speed, Duration pause) {
    return submitted(spec, arrival, submitted, SpeedSpec.UNKNOWN, speed, pause);
  }

  /** A job at its submission. */
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

  /** Whether the allocation may not be changed now. */
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

  /** Steps per second with all tasks of this size on one node; 0 if the speed is unknown. */
  public double speedAt(Size size) {
    return speed.stepsPerSecond(Allocation.together(size));
  }

  /** Seconds to the end at the requested size; infinite if the speed is unknown. */
  public double remainingSeconds(Instant now) {
    return remainingSteps(now) / speedAt(spec.asked());
  }

  /** Seconds from the first step to the last at the requested size. */
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

  /** The job with this note of the policy; the same object if its note is equal already. */
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

  /** The job after users have changed it by hand. */
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

  /** The job with a new spec of its speed. */
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

  /** The job after an order of this revision. */
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
