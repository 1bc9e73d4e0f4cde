package dev.ductile.scheduler;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Violation;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One decision of a policy with all rules around it: admission, gangs, and no illegal grants.
 *
 * @param answer the answer of the policy, with reasons for the jobs that it did not see
 * @param violations why grants of the answer are illegal; empty for a legal answer
 * @param plan the part of the answer to apply
 * @param partialStarts the number of grants that were dropped because they would have started only
 *     a part of a gang
 */
public record Decision(Plan answer, List<Violation> violations, Plan plan, int partialStarts) {
  /** A decision on a picture alone: its jobs show which are held and which belong to gangs. */
  public static Decision of(Cluster cluster, Policy policy) {
    var gangs = new GangMembers();
    cluster.jobs().forEach(job -> gangs.update(null, job));
    Set<JobId> held =
        cluster.jobs().stream()
            .filter(job -> job.manualOverride().held())
            .map(Job::id)
            .collect(Collectors.toSet());
    return of(cluster, Gangs.of(cluster, gangs.byName()), held, policy);
  }

  static Decision of(Cluster cluster, Gangs gangs, Set<JobId> held, Policy policy) {
    Admission admission = Admission.of(cluster, held, gangs);
    Plan answer = admission.complete(new GangDecision(gangs, policy).decide(admission.cluster()));
    LegalPlan legal = LegalPlan.of(cluster, answer);
    Gangs.WholePlan whole = gangs.whole(cluster, legal.plan());
    return new Decision(answer, legal.dropped(), whole.plan(), whole.dropped());
  }
}
