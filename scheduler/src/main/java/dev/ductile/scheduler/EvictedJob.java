package dev.ductile.scheduler;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.JobState;
import dev.ductile.api.NodeId;
import dev.ductile.api.Size;
import dev.ductile.scheduler.sharing.Shrinking;
import java.time.Instant;
import java.util.Optional;

/**
 * A job that may not keep its allocation, and the job that the policy sees in its place.
 *
 * @param shown the job without tasks, with fewer tasks, or with its present size as its only one
 */
record EvictedJob(Job job, Job shown) {
  /** A job that must leave a node waits in the picture. One that is too large is smaller in it. */
  static EvictedJob of(Job job, Cluster cluster) {
    if (mustLeave(job, cluster)) {
      return new EvictedJob(job, waiting(job, cluster.now()));
    }
    if (job.state() == JobState.UNKNOWN) {
      return new EvictedJob(job, fixed(job));
    }
    return new EvictedJob(
        job,
        smaller(job)
            .map(size -> smaller(job, size, cluster.now()))
            .orElseGet(() -> waiting(job, cluster.now())));
  }

  /**
   * Whether the job's size is still allowed, and none of its nodes is drained or has lost a
   * required label.
   */
  static boolean mayKeep(Job job, Cluster cluster) {
    return hasAllowedSize(job) && !mustLeave(job, cluster);
  }

  private static boolean hasAllowedSize(Job job) {
    return job.spec().bounds().allows(job.allocation().size());
  }

  private static boolean mustLeave(Job job, Cluster cluster) {
    return job.allocation().shares().stream()
        .map(Allocation.Share::node)
        .anyMatch(node -> mustLeave(job, node, cluster));
  }

  private static boolean mustLeave(Job job, NodeId node, Cluster cluster) {
    return cluster.settings().drained().containsKey(node)
        || !cluster.nodes().find(node).stream().allMatch(job.spec().demand()::accepts);
  }

  /** The allowed size that the job reaches by giving tasks back. */
  private static Optional<Size> smaller(Job job) {
    Size now = job.allocation().size();
    Size next = job.spec().bounds().atMost(now);
    boolean isSmaller = next.workers() <= now.workers() && next.servers() <= now.servers();
    return isSmaller && job.spec().bounds().allows(next) ? Optional.of(next) : Optional.empty();
  }

  private static Job smaller(Job job, Size size, Instant now) {
    Allocation rest = Shrinking.to(job.allocation(), size);
    double devices = job.spec().demand().devices(size);
    return job.withAllocation(
        rest,
        job.state(),
        job.progress().change(now, job.speed().stepsPerSecond(rest), devices),
        job.protectedUntil());
  }

  private static Job waiting(Job job, Instant now) {
    return job.withOrder(
        job.revision(), Allocation.NONE, JobState.QUEUED, job.progress().change(now, 0, 0), now);
  }

  /** The job as one that may have its present size only. */
  EvictedJob kept() {
    return new EvictedJob(job, fixed(job));
  }

  private static Job fixed(Job job) {
    return job.with(job.spec().fixedAt(job.allocation().size()), job.manualOverride());
  }

  /** The smaller allocation of a job that no policy may change now. */
  Optional<Allocation> giveBack(Instant now) {
    return Optional.of(shown.allocation()).filter(_ -> !isKept() && shown.isProtected(now));
  }

  boolean isKept() {
    return shown.allocation().equals(job.allocation());
  }

  /** Whether the job cannot run on where it is at any size. */
  boolean mustLeave(Cluster cluster) {
    return mustLeave(job, cluster);
  }

  /** Whether the job waits in the picture only until there is room for an allowed size. */
  boolean mayStay(Cluster cluster) {
    return !shown.holdsResources() && !mustLeave(job, cluster);
  }

  /** The size that the job is to have: the allowed one that is nearest to its present size. */
  Size asked() {
    return job.spec().bounds().atMost(job.allocation().size());
  }
}
