package dev.ductile.learned.reward;

import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The part of its work that each job did in the slot; DL2 takes their sum (Equation 1). A job that
 * ended without success adds nothing.
 *
 * @param counted the jobs that count
 */
public record EpochProgress(Predicate<Job> counted) implements Reward {
  /** The progress of all jobs. */
  public static EpochProgress ofAll() {
    return new EpochProgress(_ -> true);
  }

  @Override
  public Map<JobId, Double> byJob(PassedSlot slot) {
    var progress = new LinkedHashMap<JobId, Double>();
    for (Job job : slot.before().jobs()) {
      if (counted.test(job)) {
        double then = job.stepsAt(slot.before().now());
        progress.put(job.id(), (slot.stepsAtEnd(job) - then) / job.spec().work().steps());
      }
    }
    return progress;
  }
}
