package dev.ductile.learned.reward;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import java.time.Instant;
import java.util.Map;

/** The reward of the decision at the beginning of a slot, measured at its end. */
@FunctionalInterface
public interface Reward {
  /** The part of each job in the reward, in the order of the jobs at the beginning. */
  Map<JobId, Double> byJob(PassedSlot slot);

  /** The reward of all jobs. */
  default double of(PassedSlot slot) {
    double reward = 0;
    for (double part : byJob(slot).values()) {
      reward += part;
    }
    return reward;
  }

  /**
   * The time between two decisions.
   *
   * @param before the picture of the first decision
   * @param after the picture of the second one, whose jobs still hold what the first gave them
   * @param finished the jobs that finished between them, with their ends
   */
  record PassedSlot(Cluster before, Cluster after, Map<JobId, Instant> finished) {
    public PassedSlot {
      finished = Map.copyOf(finished);
    }

    boolean hasFinished(Job job) {
      return finished.containsKey(job.id());
    }

    /** Whether a job of the first picture is in the second one. */
    boolean isPresentAtEnd(Job job) {
      return after.jobs().at(job.arrival()).isPresent();
    }

    /** The steps that a job of the first picture has done at the end of the slot. */
    double stepsAtEnd(Job job) {
      return hasFinished(job)
          ? job.spec().work().steps()
          : after
              .jobs()
              .at(job.arrival())
              .map(same -> same.stepsAt(after.now()))
              .orElse(job.stepsAt(before.now()));
    }
  }
}
