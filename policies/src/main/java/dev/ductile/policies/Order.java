package dev.ductile.policies;

import dev.ductile.api.Job;
import dev.ductile.api.Reason;
import java.time.Instant;

/**
 * A line of jobs: the smaller the key, the sooner; then the smaller the turn; then who came first.
 * The key of a job that holds nothing stands still until something happens to the job.
 */
interface Order {
  /** What the jobs are sorted by, in words. */
  String criterion();

  double key(Job job, Instant now);

  /** The job's value of what is sorted by, in words. */
  String value(Job job, Instant now);

  /** What settles between equal keys before the arrival does. */
  default long turn(Job job) {
    return 0;
  }

  /** Whether a job that waits has a turn among those that run, because it did until now. */
  default boolean isDisplaced(Job waiting) {
    return false;
  }

  /** Whether running alone makes a job fall back in line from time to time. */
  default boolean falls() {
    return false;
  }

  /** How long until a job that runs on so many devices falls back, where jobs do. */
  default double secondsToFall(Job job, double devices, Instant now) {
    return Double.POSITIVE_INFINITY;
  }

  /** Seconds for people; not a number of them where a speed is not known. */
  static String span(double seconds) {
    return Reason.span(seconds, "unknown time");
  }
}
