package dev.ductile.learned.reward;

import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Minus the cube root of the slots until each job ends, if its speed stays that of this slot. By
 * the time itself, one long job would outweigh many short ones. As a forecast it needs no value of
 * later slots. A job that left the cluster without success has no forecast.
 *
 * @param slot the time between two decisions
 */
public record CompletionForecast(Duration slot) implements Reward {
  /** A job without progress counts as one that ends after so many slots. */
  private static final double MOST_SLOTS = 1000;

  public CompletionForecast {
    if (!slot.isPositive()) {
      throw new IllegalArgumentException("a slot must be above 0, not %s".formatted(slot));
    }
  }

  @Override
  public Map<JobId, Double> byJob(PassedSlot passed) {
    var rewards = new LinkedHashMap<JobId, Double>();
    for (Job job : passed.before().jobs()) {
      if (passed.hasFinished(job) || passed.isPresentAtEnd(job)) {
        rewards.put(job.id(), -Math.cbrt(slotsToEnd(job, passed)));
      }
    }
    return rewards;
  }

  /** The slots from the beginning of this one to the end of the job. */
  private double slotsToEnd(Job job, PassedSlot passed) {
    Instant start = passed.before().now();
    Instant end = passed.finished().getOrDefault(job.id(), passed.after().now());
    double then = job.stepsAt(start);
    double progress = passed.stepsAtEnd(job) - then;
    if (progress <= 0) {
      return MOST_SLOTS;
    }
    double slots = Progress.seconds(start, end) / (slot.toNanos() * 1e-9);
    double remaining = job.spec().work().steps() - then;
    return Math.min(MOST_SLOTS, slots * remaining / progress);
  }
}
