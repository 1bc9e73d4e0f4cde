package dev.ductile.scheduler;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Phrase;
import dev.ductile.api.Plan;
import dev.ductile.api.Reason;
import dev.ductile.api.Reasons;
import java.util.Map;
import java.util.Optional;

/**
 * The reasons of a policy, with the causes for which jobs may not keep their allocations.
 *
 * @param plan the plan for the picture that the policy saw
 * @param withoutRoom the plan in which the jobs that keep their sizes had no room
 */
record EvictionReasons(
    Cluster cluster, Map<Long, EvictedJob> evicted, Plan plan, Optional<Plan> withoutRoom)
    implements Reasons {
  @Override
  public Reason why(Job job) {
    return Optional.ofNullable(evicted.get(job.arrival()))
        .map(this::why)
        .orElseGet(() -> plan.reasons().why(job));
  }

  private Reason why(EvictedJob job) {
    Reason reason = plan.reasons().why(job.shown());
    if (job.isKept()) {
      return withoutRoom.filter(_ -> isGranted(job)).map(first -> kept(job, first)).orElse(reason);
    }
    if (job.mustLeave(cluster)) {
      return Reason.of(
          kind(job, reason), "cannot stay, because {}; {}", cause(job.job()), reason.phrase());
    }
    return grant(job).isEmpty()
        ? new Reason(kind(job, reason), reason.phrase())
        : Reason.of(
            kind(job, reason),
            job.job().manualOverride().unscaled().isPresent()
                ? "its size is fixed by hand, so it does not keep the {had} that it has; {}"
                : "its bounds do not allow the {had} that it has; {}",
            job.job().allocation().size(),
            reason.phrase());
  }

  private boolean isGranted(EvictedJob job) {
    return job.shown().isProtected(cluster.now()) || grant(job).isPresent();
  }

  private Optional<Allocation> grant(EvictedJob job) {
    return plan.grants().stream()
        .filter(grant -> grant.job().arrival() == job.job().arrival())
        .map(Grant::allocation)
        .findFirst()
        .or(() -> job.giveBack(cluster.now()));
  }

  private Reason kept(EvictedJob job, Plan first) {
    return Reason.of(
        plan.reasons().why(job.shown()).kind(),
        "keeps {size} until there is room for {asked}; at that size, it {}",
        job.job().allocation().size(),
        job.asked(),
        first.reasons().why(job.job()).phrase());
  }

  private Reason.Kind kind(EvictedJob job, Reason reason) {
    return grant(job)
        .map(to -> Reason.Kind.of(job.job(), to))
        .orElseGet(() -> reason.kind().ofHolder());
  }

  private Phrase cause(Job job) {
    return job.allocation().shares().stream()
        .map(Allocation.Share::node)
        .filter(cluster.settings().drained()::containsKey)
        .findFirst()
        .map(node -> Phrase.of("{drainedNode} is drained", node))
        .orElseGet(() -> Phrase.of("a node of it no longer has what it requires"));
  }
}
