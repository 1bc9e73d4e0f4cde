package dev.ductile.learned.reward;

import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Minus the time that each job spent in the cluster, in slots. The sum of a job's rewards is minus
 * its completion time from its first decision on, and its value is minus its remaining time.
 *
 * @param slot the time that costs 1
 */
public record Completion(Duration slot) implements Reward {
  public Completion {
    if (!slot.isPositive()) {
      throw new IllegalArgumentException("a slot must be above 0, not %s".formatted(slot));
    }
  }

  @Override
  public Map<JobId, Double> byJob(PassedSlot passed) {
    double length = slot.toNanos() * 1e-9;
    var rewards = new LinkedHashMap<JobId, Double>();
    for (Job job : passed.before().jobs()) {
      Instant end = passed.finished().getOrDefault(job.id(), passed.after().now());
      rewards.put(job.id(), -Progress.seconds(passed.before().now(), end) / length);
    }
    return rewards;
  }
}
