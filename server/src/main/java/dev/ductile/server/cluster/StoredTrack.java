package dev.ductile.server.cluster;

import dev.ductile.api.Allocation;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Origin;
import dev.ductile.api.SpeedSpec;
import dev.ductile.scheduler.JobSnapshot;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The track of a job that is not over, in a snapshot. The ledger in the same snapshot has the spec
 * of the job, so it is written once.
 *
 * @param spec the spec of the track, if the ledger has another one
 * @param speed the speed of the track, if the ledger has another one
 * @param measured whether its speed was learned from its own measurements
 */
record StoredTrack(
    JobId job,
    Optional<JobSpec> spec,
    Optional<SpeedSpec> speed,
    Origin origin,
    boolean measured,
    Instant submitted,
    Optional<Instant> started,
    Allocation holds,
    Instant since,
    boolean pausing,
    double steps,
    double deviceSeconds,
    JobCounts counts,
    String message) {
  /**
   * A track as it is written.
   *
   * @param jobs the jobs of the ledger
   */
  static StoredTrack of(JobTrack track, Map<JobId, JobSnapshot> jobs) {
    Optional<JobSnapshot> known = Optional.ofNullable(jobs.get(track.spec().id()));
    return new StoredTrack(
        track.spec().id(),
        known.map(StoredTrack::requested).filter(track.spec()::equals).isPresent()
            ? Optional.empty()
            : Optional.of(track.spec()),
        known.map(JobSnapshot::speed).filter(track.speed()::equals).isPresent()
            ? Optional.empty()
            : Optional.of(track.speed()),
        track.origin(),
        track.measured(),
        track.submitted(),
        track.started(),
        track.holds(),
        track.since(),
        track.pausing(),
        track.steps(),
        track.deviceSeconds(),
        track.counts(),
        track.message());
  }

  /**
   * The track that was written.
   *
   * @param jobs the jobs of the ledger
   */
  JobTrack track(Map<JobId, JobSnapshot> jobs) {
    Optional<JobSnapshot> known = Optional.ofNullable(jobs.get(job));
    return new JobTrack(
        spec.or(() -> known.map(StoredTrack::requested)).orElseThrow(this::unknown),
        origin,
        speed.or(() -> known.map(JobSnapshot::speed)).orElseThrow(this::unknown),
        measured,
        submitted,
        started,
        Optional.empty(),
        holds,
        since,
        pausing,
        steps,
        deviceSeconds,
        counts,
        message);
  }

  private IllegalArgumentException unknown() {
    return new IllegalArgumentException(
        "it has a track of job %s, which its ledger does not have".formatted(job));
  }

  /** The spec as the user asked for it; a size that is fixed by hand is no part of a track. */
  private static JobSpec requested(JobSnapshot job) {
    return job.manualOverride().unscaled().orElse(job.spec());
  }
}
