package dev.ductile.policies.queueing;

import dev.ductile.api.Job;
import dev.ductile.api.Phrase;
import dev.ductile.api.Worded;
import java.time.Instant;

/**
 * The order of a queue of jobs. Jobs of a higher priority come first; among equals the smaller key,
 * then the smaller turn, then the earlier arrival. The key of a waiting job may change only when an
 * event changes the job. Policies with one order need only the first three methods.
 */
public interface QueueOrder {
  /** The quantity that orders the queue, as reasons name it: {@code remaining time}. */
  String criterion();

  /** The number by which jobs are ordered; the smallest comes first. */
  double key(Job job, Instant now);

  /** The job's key in words, with its value named: {@code {remaining} left}. */
  Phrase value(Job job, Instant now);

  /** The order of jobs with equal keys; arrival decides between equal turns. */
  default long turn(Job job) {
    return 0;
  }

  /** Whether a waiting job keeps its position among the running jobs, because it ran until now. */
  default boolean isDisplaced(Job waiting) {
    return false;
  }

  /** Whether a job falls back in the queue while it runs, as under attained service. */
  default boolean falls() {
    return false;
  }

  /** Seconds until a job that runs on this many devices falls back; infinite if it does not. */
  default double secondsToFall(Job job, double devices, Instant now) {
    return Double.POSITIVE_INFINITY;
  }

  /** A time; {@code unknown time} if it is infinite or not a number, as for unknown speeds. */
  static Worded span(double seconds) {
    return Worded.seconds(seconds, "unknown time");
  }
}
