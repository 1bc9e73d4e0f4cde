package dev.ductile.learned.training;

import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The reward of a slot: for each of its jobs, the part of its work that it did in it (DL2, Equation
 * 1, which is their sum).
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
   * The rewards of the slot between two pictures; a new slot begins. A job that ended without
   * success gives no reward.
   */
  Map<JobId, Double> between(Cluster before, Cluster after) {
    var rewards = new HashMap<JobId, Double>();
    for (Job job : before.jobs()) {
      double total = job.spec().work().steps();
      double then = job.stepsAt(before.now());
      double now =
          finished.contains(job.id())
              ? total
              : after.jobs().at(job.arrival()).map(same -> same.stepsAt(after.now())).orElse(then);
      rewards.put(job.id(), (now - then) / total);
    }
    finished.clear();
    return rewards;
  }
}
