package dev.ductile.learned.reward;

import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The discounted completion of each job if its speed stays that of the slot: a job that ends after
 * n slots pays the discount to the power of n; one that makes no progress pays nothing. It needs no
 * value of later slots, because it looks ahead itself.
 *
 * @param slot the time between two decisions
 * @param discount the discount of a slot
 */
public record CompletionForecast(Duration slot, double discount) implements Reward {
  public CompletionForecast {
    if (!slot.isPositive() || !(discount > 0 && discount < 1)) {
      throw new IllegalArgumentException(
          "a slot must be above 0 and its discount between 0 and 1, not %s and %s"
              .formatted(slot, discount));
    }
  }

  @Override
  public Map<JobId, Double> byJob(PassedSlot passed) {
    var rewards = new LinkedHashMap<JobId, Double>();
    for (Job job : passed.before().jobs()) {
      rewards.put(job.id(), Math.pow(discount, slotsToEnd(job, passed)));
    }
    return rewards;
  }

  /** The slots from the beginning of this one to the end of the job; infinite without progress. */
  private double slotsToEnd(Job job, PassedSlot passed) {
    Instant start = passed.before().now();
    Instant end = passed.finished().getOrDefault(job.id(), passed.after().now());
    double steps = job.spec().work().steps();
    double then = job.stepsAt(start);
    double slots = Progress.seconds(start, end) / (slot.toNanos() * 1e-9);
    return slots * (steps - then) / Math.max(0, passed.stepsAtEnd(job) - then);
  }
}
