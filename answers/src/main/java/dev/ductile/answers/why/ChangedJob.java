package dev.ductile.answers.why;

import dev.ductile.answers.forecast.LiveState;
import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Reason;
import dev.ductile.api.Size;
import dev.ductile.scheduler.Decision;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The decision of the acting policy if one job asked for something else. */
final class ChangedJob {
  private final Job job;
  private final Decision decision;

  private ChangedJob(Job job, Decision decision) {
    this.job = job;
    this.decision = decision;
  }

  /** Asks the policy with this request in place of the job's own. */
  static ChangedJob of(LiveState state, Job job, JobSpec spec) {
    Job changed = job.with(spec, job.manualOverride());
    Cluster cluster = state.cluster().withJobs(state.cluster().jobs().with(changed));
    return new ChangedJob(changed, Decision.of(cluster, state.policy().get()));
  }

  /** The size that the job gets; empty if it gets nothing. */
  Optional<Size> granted() {
    return decision.plan().grants().stream()
        .filter(grant -> grant.job().arrival() == job.arrival())
        .map(grant -> grant.allocation().size())
        .findFirst();
  }

  /** Why the job gets what it gets. */
  Reason reason() {
    return decision.plan().reasons().why(job);
  }

  /** Whether other jobs get more than they have. */
  boolean givesToOthers() {
    return decision.plan().grants().stream()
        .filter(grant -> grant.job().arrival() != job.arrival())
        .anyMatch(
            grant -> grant.allocation().size().compareTo(grant.job().allocation().size()) > 0);
  }

  /** The size of each job after the decision; jobs without resources are absent. */
  Map<String, Size> sizes() {
    return sizes(decision);
  }

  static Map<String, Size> sizes(Decision decision) {
    var sizes = new HashMap<String, Size>();
    decision.cluster().pinned().forEach(job -> sizes.put(job.id().name(), job.allocation().size()));
    for (Grant grant : decision.plan().grants()) {
      sizes.put(grant.job().id().name(), grant.allocation().size());
    }
    return sizes;
  }
}
