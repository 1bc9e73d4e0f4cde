package dev.ductile.policies.queueing;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import java.util.ArrayList;
import java.util.List;

/** The allocations of one decision, in the order in which they were made. */
final class ServedJobs {
  private final List<Ranked> jobs;
  private final List<Grant> grants;
  private final long decision;
  private boolean tight;

  ServedJobs(int expected, long decision) {
    this.jobs = new ArrayList<>(expected);
    this.grants = new ArrayList<>(expected);
    this.decision = decision;
  }

  void add(Ranked job, Allocation allocation) {
    job.markGranted(decision);
    jobs.add(job);
    grants.add(new Grant(job.job(), allocation));
  }

  /** Marks that another filling order could have served other jobs. */
  void markTight() {
    tight = true;
  }

  /** Whether every job has an allocation and the plan stays the same when some of them end. */
  boolean isSettled(Cluster cluster) {
    return !tight && grants.size() + cluster.pinned().size() == cluster.jobs().size();
  }

  List<Ranked> jobs() {
    return jobs;
  }

  List<Grant> grants() {
    return grants;
  }
}
