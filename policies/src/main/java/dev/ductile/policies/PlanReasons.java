package dev.ductile.policies;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Reason;
import dev.ductile.api.Reasons;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The reasons of a plan. Their data is computed when the first reason is read, because most plans
 * are made without any.
 */
public final class PlanReasons implements Reasons {
  private final Cluster cluster;
  private final List<Grant> grants;
  private final Function<PlanRemainder, Explanation> explanation;
  private @Nullable Known known;

  /** Explains a policy's decisions about jobs that it could change. */
  @FunctionalInterface
  public interface Explanation {
    /**
     * Returns the reason why the job has this allocation.
     *
     * @param allocation the allocation by the plan; none if the job waits
     */
    Reason why(Job job, Allocation allocation);
  }

  /** What happens to a job that gets nothing: it waits, or it is stopped. */
  public static String without(Job job) {
    return job.holdsResources() ? "is stopped" : "waits";
  }

  private record Known(PlanRemainder remainder, Explanation explanation) {}

  /**
   * Reasons of these grants.
   *
   * @param explanation created once, from the free resources after the plan
   */
  public PlanReasons(
      Cluster cluster, List<Grant> grants, Function<PlanRemainder, Explanation> explanation) {
    this.cluster = cluster;
    this.grants = grants;
    this.explanation = explanation;
  }

  @Override
  public synchronized Reason why(Job job) {
    if (job.isProtected(cluster.now())) {
      return PlanRemainder.isProtected(job, cluster.now());
    }
    Known now = known();
    return now.explanation().why(job, now.remainder().granted(job));
  }

  private Known known() {
    Known now = known;
    if (now == null) {
      var remainder = new PlanRemainder(cluster, grants);
      now = new Known(remainder, explanation.apply(remainder));
      known = now;
    }
    return now;
  }
}
