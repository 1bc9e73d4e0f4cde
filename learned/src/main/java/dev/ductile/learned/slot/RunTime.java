package dev.ductile.learned.slot;

import dev.ductile.api.Job;
import dev.ductile.api.Note;
import dev.ductile.api.Progress;
import java.time.Duration;
import java.time.Instant;

/**
 * The time that a job has held resources, as of the last decision.
 *
 * @param seconds the seconds in which the job held resources
 */
public record RunTime(double seconds, Instant asOf) implements Note {
  /** A job that was not seen before. */
  public static RunTime none(Instant now) {
    return new RunTime(0, now);
  }

  /** The time in slots of this length. */
  public double slots(Duration slot) {
    return seconds / (slot.toNanos() / 1e9);
  }

  /** The time now: the job has held since the last decision what it holds now. */
  public RunTime at(Instant now, Job job) {
    double more = job.holdsResources() ? Progress.seconds(asOf, now) : 0;
    return new RunTime(seconds + more, now);
  }
}
