package dev.ductile.scheduler;

import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Reason;
import dev.ductile.api.Roster;
import java.util.List;

/**
 * A decision of a policy that does not know gangs. If the plan starts only a part of some gangs,
 * the policy is asked again for each of these gangs in turn: it sees the jobs of that gang at their
 * least sizes, and the other such gangs are hidden. The first plan that starts the whole gang
 * counts.
 *
 * <p>Otherwise the first plan counts without the partial gangs. Their resources stay free, so jobs
 * behind a gang cannot pass it for ever. Only if the cluster would then be idle, or queues would
 * give resources back for nothing, the policy is asked for a plan without these gangs.
 */
record GangDecision(Gangs gangs, Policy policy) {
  /** The most gangs that are tried alone in one decision. */
  private static final int MOST_TRIES = 8;

  Plan decide(Cluster cluster) {
    Plan plan = policy.decide(cluster);
    List<String> partial = gangs.isEmpty() ? List.of() : gangs.partial(cluster, plan);
    if (partial.isEmpty()) {
      return plan;
    }
    for (String gang : partial.subList(0, Math.min(MOST_TRIES, partial.size()))) {
      Cluster alone = alone(cluster, gang, partial);
      Plan attempt = policy.decide(alone);
      if (gangs.starts(gang, attempt)) {
        return actual(attempt, cluster, alone);
      }
    }
    return isIdle(cluster, plan) || takesForNothing(cluster, plan)
        ? without(partial, cluster)
        : plan;
  }

  /**
   * Whether queues would give resources back in a decision in which a gang cannot start. They would
   * borrow them again in the next one.
   */
  private static boolean takesForNothing(Cluster cluster, Plan plan) {
    if (!cluster.settings().isShared()) {
      return false;
    }
    int tasks =
        plan.grants().stream()
            .filter(grant -> grant.job().holdsResources())
            .mapToInt(grant -> grant.allocation().size().tasks())
            .sum();
    return tasks
        < cluster.running().stream().mapToInt(job -> job.allocation().size().tasks()).sum();
  }

  private boolean isIdle(Cluster cluster, Plan plan) {
    return cluster.running().isEmpty()
        && cluster.pinned().isEmpty()
        && gangs.whole(cluster, plan).plan().grants().isEmpty();
  }

  private Plan without(List<String> partial, Cluster cluster) {
    Cluster others = cluster.withJobs(hidden(partial, cluster));
    return actual(policy.decide(others), cluster, others);
  }

  private Cluster alone(Cluster cluster, String gang, List<String> partial) {
    Roster jobs = hidden(partial.stream().filter(each -> !each.equals(gang)).toList(), cluster);
    for (Job job : waiting(gang, cluster)) {
      jobs = jobs.with(atLeastSize(job));
    }
    return cluster.withJobs(jobs);
  }

  private Roster hidden(List<String> names, Cluster cluster) {
    Roster jobs = cluster.jobs();
    for (String name : names) {
      for (Job job : waiting(name, cluster)) {
        jobs = jobs.without(job.arrival());
      }
    }
    return jobs;
  }

  /** The waiting jobs of a gang that are in this picture. */
  private List<Job> waiting(String gang, Cluster cluster) {
    return gangs.of(gang).stream()
        .filter(job -> Gangs.isWaiting(job) && cluster.jobs().at(job.arrival()).isPresent())
        .toList();
  }

  private static Job atLeastSize(Job job) {
    return job.with(job.spec().fixedAt(job.spec().bounds().least()), job.manualOverride());
  }

  /** The plan, with the jobs as they really are. */
  private static Plan actual(Plan attempt, Cluster cluster, Cluster shown) {
    return new Plan(
        attempt.grants().stream().map(grant -> actual(grant, cluster)).toList(),
        attempt.notes(),
        attempt.reconsider(),
        false,
        job ->
            shown
                .jobs()
                .at(job.arrival())
                .map(attempt.reasons()::why)
                .orElseGet(() -> afterOthers(job)),
        attempt.figures());
  }

  private static Reason afterOthers(Job job) {
    return Reason.of(
        Reason.Kind.GANG,
        "waits for its gang {gang}, which cannot start as a whole in this decision",
        job.spec().gang().name());
  }

  private static Grant actual(Grant grant, Cluster cluster) {
    Job job = cluster.jobs().at(grant.job().arrival()).orElseThrow();
    return new Grant(job, grant.allocation(), grant.rescaleMode());
  }
}
