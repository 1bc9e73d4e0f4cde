package dev.ductile.learned.training;

import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import java.util.HashSet;
import java.util.Set;

/**
 * The reward of a slot: the sum over its jobs of the part of their work that they did in it (DL2,
 * Equation 1).
 */
public final class SlotReward {
  private final Set<JobId> finished = new HashSet<>();

  /** Notes the jobs that end in this slot. */
  void happened(Event event) {
    if (event instanceof Event.Finished end) {
      finished.add(end.job());
    }
  }

  /**
   * The reward of the slot between two pictures; a new slot begins. A job that ended without
   * success gives no reward.
   */
  double between(Cluster before, Cluster after) {
    double reward = 0;
    for (Job job : before.jobs()) {
      double total = job.spec().work().steps();
      double then = job.stepsAt(before.now());
      double now =
          finished.contains(job.id())
              ? total
              : after.jobs().at(job.arrival()).map(same -> same.stepsAt(after.now())).orElse(then);
      reward += (now - then) / total;
    }
    finished.clear();
    return reward;
  }
}
