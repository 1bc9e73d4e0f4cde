package dev.ductile.server.cluster;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Plan;
import dev.ductile.api.Reason;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The reasons of the last decision. They are taken from the plan on the thread of the scheduler,
 * because a policy may reuse what its plan refers to; their sentences are made when they are read.
 *
 * @param byJob the reason of each job of the picture
 */
record DecidedReasons(Map<JobId, Reason> byJob) {
  static final DecidedReasons NONE = new DecidedReasons(Map.of());

  static DecidedReasons of(Cluster cluster, Plan plan) {
    Map<JobId, Reason> reasons = HashMap.newHashMap(cluster.jobs().size());
    for (Job job : cluster.jobs()) {
      reasons.put(job.id(), plan.reasons().why(job));
    }
    return new DecidedReasons(reasons);
  }

  Optional<Reason> find(JobId job) {
    return Optional.ofNullable(byJob.get(job));
  }
}
