package dev.ductile.server.cluster;

import dev.ductile.api.JobId;
import dev.ductile.api.SpeedSpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Optional;

/**
 * The measured speed of a job.
 *
 * @param job the job that was measured: that job, or an earlier one with whose speed it started
 * @param submitted when that job was submitted, to the millisecond
 */
record MeasuredSpeed(JobId job, SpeedSpec speed, Instant submitted) {
  /** The job that was submitted last is the last one. */
  static final Comparator<MeasuredSpeed> BY_AGE =
      Comparator.comparing(MeasuredSpeed::submitted).thenComparing(speed -> speed.job().name());

  /** The measured speed of a job; empty if it has none. */
  static Optional<MeasuredSpeed> of(JobTrack track) {
    return track
        .measuredJob()
        .map(measured ->
            new MeasuredSpeed(
                measured, track.speed(), track.submitted().truncatedTo(ChronoUnit.MILLIS)));
  }
}
