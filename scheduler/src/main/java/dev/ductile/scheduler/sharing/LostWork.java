package dev.ductile.scheduler.sharing;

import dev.ductile.api.Job;
import dev.ductile.api.RescaleMode;
import java.time.Instant;

/**
 * The training time that a job loses on each of its devices if it is changed now. A job that
 * rescales hot pauses. Any other may also lose the steps since its last checkpoint.
 */
record LostWork(double seconds, double devices) {
  static LostWork of(Job job, Instant now) {
    double pause = job.pause().toNanos() / 1e9;
    boolean isHot = job.spec().rescaleMode() == RescaleMode.HOT;
    return new LostWork(
        isHot ? pause : pause + unsavedSeconds(job, now),
        job.spec().demand().devices(job.allocation().size()));
  }

  double deviceSeconds() {
    return seconds * devices;
  }

  /** The time to make the steps since the last checkpoint again; 0 if the speed is unknown. */
  private static double unsavedSeconds(Job job, Instant now) {
    double measured = job.progress().stepsPerSecond();
    double speed = measured > 0 ? measured : job.speed().stepsPerSecond(job.allocation());
    double steps = job.progress().unsavedAt(now);
    return speed > 0 && Double.isFinite(speed) ? steps / speed : 0;
  }
}
