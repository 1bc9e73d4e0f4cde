package dev.ductile.scheduler;

import dev.ductile.api.Allocation;
import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.ManualOverride;
import dev.ductile.api.Note;
import dev.ductile.api.Notes;
import dev.ductile.api.Phase;
import dev.ductile.api.Progress;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Speeds;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A job of a snapshot: the components of a {@link Job}, but its speed only as a spec.
 *
 * @param notes each note by the name of the policy that wrote it
 * @param arrived the revision of the last order with whose allocation the job was reported to run
 * @param memory what the estimator has kept of the job's measurements
 */
public record JobSnapshot(
    JobSpec spec,
    long arrival,
    Instant submitted,
    JobState state,
    Phase phase,
    SpeedSpec speed,
    Progress progress,
    Allocation allocation,
    long revision,
    Duration pause,
    Instant protectedUntil,
    Map<String, Note> notes,
    ManualOverride manualOverride,
    Optional<Long> arrived,
    Optional<Record> memory) {
  public JobSnapshot {
    notes = Map.copyOf(notes);
  }

  static JobSnapshot of(Job job, Optional<Long> arrived, Optional<Record> memory) {
    return new JobSnapshot(
        job.spec(),
        job.arrival(),
        job.submitted(),
        job.state(),
        job.phase(),
        job.speedSpec(),
        job.progress(),
        job.allocation(),
        job.revision(),
        job.pause(),
        job.protectedUntil(),
        job.notes().byPolicy(),
        job.manualOverride(),
        arrived,
        memory);
  }

  Job job(Speeds speeds) {
    return new Job(
        spec,
        arrival,
        submitted,
        state,
        phase,
        speed,
        speeds.speed(speed),
        progress,
        allocation,
        revision,
        pause,
        protectedUntil,
        new Notes(notes),
        manualOverride);
  }

  /** The same job with these notes and this memory. */
  public JobSnapshot with(Map<String, Note> newNotes, Optional<Record> newMemory) {
    return new JobSnapshot(
        spec,
        arrival,
        submitted,
        state,
        phase,
        speed,
        progress,
        allocation,
        revision,
        pause,
        protectedUntil,
        newNotes,
        manualOverride,
        arrived,
        newMemory);
  }
}
