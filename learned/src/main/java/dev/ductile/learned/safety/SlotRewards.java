package dev.ductile.learned.safety;

import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Plan;
import dev.ductile.api.Progress;
import dev.ductile.learned.reward.EpochProgress;
import dev.ductile.learned.reward.Reward;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The measured and the expected reward of a slot. Jobs of unknown speed are left out, because no
 * plan can be judged by them.
 */
final class SlotRewards {
  private static final Reward PROGRESS = new EpochProgress(SlotRewards::isKnown);

  private SlotRewards() {}

  /** The measured reward of a slot. */
  static double earned(Cluster before, Cluster after, Map<JobId, Instant> finished) {
    return PROGRESS.of(new Reward.PassedSlot(before, after, finished));
  }

  /** The reward that a plan would earn until this time, by the known speeds of its jobs. */
  static double expected(Cluster cluster, Plan plan, Instant until) {
    double seconds = Progress.seconds(cluster.now(), until);
    double reward = 0;
    Set<JobId> granted = new HashSet<>();
    for (Grant grant : plan.grants()) {
      Job job = grant.job();
      double pause = grant.isChange() ? job.pause().toNanos() * 1e-9 : 0;
      granted.add(job.id());
      reward +=
          part(
              cluster,
              job,
              job.speed().stepsPerSecond(grant.allocation()) * Math.max(0, seconds - pause));
    }
    for (Job job : cluster.pinned()) {
      if (!granted.contains(job.id())) {
        reward += part(cluster, job, job.speed().stepsPerSecond(job.allocation()) * seconds);
      }
    }
    return reward;
  }

  private static double part(Cluster cluster, Job job, double steps) {
    return isKnown(job)
        ? Math.min(steps, job.remainingSteps(cluster.now())) / job.spec().work().steps()
        : 0;
  }

  private static boolean isKnown(Job job) {
    return job.speedAt(job.spec().asked()) > 0;
  }
}
