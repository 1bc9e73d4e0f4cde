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
 * The reasons of the last decision, each made when it is first read, from any thread. Most
 * decisions are followed by the next one before anybody reads more than a few reasons.
 */
final class DecidedReasons {
  private final Cluster cluster;
  private final Plan plan;
  private final Map<JobId, Reason> known = new HashMap<>();

  /** Reasons for the jobs of this picture. */
  DecidedReasons(Cluster cluster, Plan plan) {
    this.cluster = cluster;
    this.plan = plan;
  }

  /** The reason for a job; empty if it was not in the picture of the decision. */
  synchronized Optional<Reason> find(Job job) {
    return cluster
        .jobs()
        .at(job.arrival())
        .map(decided -> known.computeIfAbsent(job.id(), _ -> plan.reasons().why(decided)));
  }
}
