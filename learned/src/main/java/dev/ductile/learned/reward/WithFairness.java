package dev.ductile.learned.reward;

import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Resources;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Another reward less a term for unequal shares of the cluster: a weight times one minus the index
 * of Jain et al. (DEC TR-301, 1984) of the dominant shares of the jobs that were there in the whole
 * slot. DL2 suggests such a term (Section 7). The term is 0 for equal shares, and nears the weight
 * if one of many jobs has everything. Each job at the beginning of the slot bears the same part of
 * it.
 *
 * @param weight the reward that a slot of the most unequal shares costs; 0 changes nothing
 */
public record WithFairness(Reward reward, double weight) implements Reward {
  public WithFairness {
    if (!(weight >= 0) || Double.isInfinite(weight)) {
      throw new IllegalArgumentException(
          "the weight of fairness must be finite and at least 0, not %s".formatted(weight));
    }
  }

  @Override
  public Map<JobId, Double> byJob(PassedSlot slot) {
    Map<JobId, Double> before = reward.byJob(slot);
    double cost = weight * (1 - equality(slot)) / Math.max(1, before.size());
    var rewards = new LinkedHashMap<JobId, Double>();
    before.forEach((job, part) -> rewards.put(job, part - cost));
    return rewards;
  }

  /** Jain's index: 1 for equal shares, and for none at all. */
  private static double equality(PassedSlot slot) {
    Resources total = slot.after().nodes().total();
    double sum = 0;
    double squares = 0;
    int jobs = 0;
    for (Job job : slot.after().jobs()) {
      if (slot.before().jobs().at(job.arrival()).isPresent()) {
        double share = job.spec().demand().of(job.allocation().size()).dominantShareOf(total);
        sum += share;
        squares += share * share;
        jobs++;
      }
    }
    return squares > 0 ? sum * sum / (jobs * squares) : 1;
  }
}
