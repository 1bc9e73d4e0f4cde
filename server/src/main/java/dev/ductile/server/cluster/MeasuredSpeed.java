package dev.ductile.server.cluster;

import dev.ductile.api.JobId;
import dev.ductile.api.SpeedSpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;

/**
 * The speed of a job by its own measurements.
 *
 * @param job the job that was measured
 * @param submitted when the job was submitted, to the millisecond
 */
record MeasuredSpeed(JobId job, SpeedSpec speed, Instant submitted) {
  /** The job that was submitted last is the last one. */
  static final Comparator<MeasuredSpeed> BY_AGE =
      Comparator.comparing(MeasuredSpeed::submitted).thenComparing(speed -> speed.job().name());

  static MeasuredSpeed of(JobTrack track) {
    return new MeasuredSpeed(
        track.spec().id(), track.speed(), track.submitted().truncatedTo(ChronoUnit.MILLIS));
  }
}
