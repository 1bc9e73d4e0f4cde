package dev.ductile.policies.queueing;

import dev.ductile.api.Job;
import dev.ductile.api.Phrase;
import dev.ductile.api.Worded;
import java.time.Instant;

/**
 * The order of a queue of jobs. Jobs of a higher priority come first; among equals the smaller key,
 * then the smaller turn, then the earlier arrival. The key of a job that holds nothing must not
 * change until something happens to the job. Policies with one order need only the first three
 * methods.
 */
public interface QueueOrder {
  /** The quantity that orders the queue, as reasons name it: {@code remaining time}. */
  String criterion();

  /** The job's place in the queue: the smaller, the sooner. */
  double key(Job job, Instant now);

  /** The job's key in words, with its value named: {@code {remaining} left}. */
  Phrase value(Job job, Instant now);

  /** What decides between equal keys before the arrival does. */
  default long turn(Job job) {
    return 0;
  }

  /** Whether a waiting job has a turn among the running ones, because it ran until now. */
  default boolean isDisplaced(Job waiting) {
    return false;
  }

  /** Whether a job falls back in the queue from time to time just because it runs. */
  default boolean falls() {
    return false;
  }

  /** How long until a job that runs on so many devices falls back, where jobs do. */
  default double secondsToFall(Job job, double devices, Instant now) {
    return Double.POSITIVE_INFINITY;
  }

  /** A time; {@code unknown time} where it is not a number, as for unknown speeds. */
  static Worded span(double seconds) {
    return Worded.seconds(seconds, "unknown time");
  }
}
