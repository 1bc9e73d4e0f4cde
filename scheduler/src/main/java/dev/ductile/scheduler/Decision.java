package dev.ductile.scheduler;

import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Reason;
import dev.ductile.api.Violation;
import dev.ductile.scheduler.sharing.DividedPolicy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.stream.Collectors;

/**
 * A decision of a policy with all rules around it: evictions, admission, gangs, shares of queues,
 * and no illegal grants.
 *
 * @param cluster the picture, in which evicted jobs may be changed
 * @param shown the picture for the policy, in which evicted jobs wait
 * @param answer the answer of the policy, with reasons for the jobs that it did not see
 * @param violations why grants of the answer are illegal; empty for a legal answer
 * @param plan the part of the answer to apply to the cluster
 * @param partialStarts the number of grants that were dropped because they would have started only
 *     a part of a gang
 */
public record Decision(
    Cluster cluster,
    Cluster shown,
    Plan answer,
    List<Violation> violations,
    Plan plan,
    int partialStarts) {
  /**
   * A decision on a picture alone: its jobs show which are held, which wait for others, and which
   * belong to gangs.
   */
  public static Decision of(Cluster cluster, Policy policy) {
    var gangs = new GangMembers();
    cluster.jobs().forEach(job -> gangs.update(null, job));
    var jobs = new WithheldJobs();
    var dependencies = new OpenDependencies();
    Set<JobId> active = cluster.jobs().stream().map(Job::id).collect(Collectors.toSet());
    for (Job job : cluster.jobs()) {
      jobs.update(null, job);
      dependencies.submit(job.spec(), active::contains);
    }
    List<Job> evicted =
        cluster.jobs().stream()
            .filter(job -> job.holdsResources() && !EvictedJob.mayKeep(job, cluster))
            .toList();
    return of(Evictions.of(cluster, evicted), gangs.byName(), jobs.reasons(dependencies), policy);
  }

  /**
   * Asks the policy again if it has no room for an allowed size of a job: this job keeps its
   * present size. If others have no room because of that, they all keep theirs.
   */
  static Decision of(
      Evictions evictions,
      SortedMap<String, SortedSet<Long>> gangMembers,
      Map<JobId, Reason> withheld,
      Policy policy) {
    Decision first = once(evictions, gangMembers, withheld, policy);
    Set<Long> staying = evictions.withoutRoom(first.plan());
    if (staying.isEmpty()) {
      return first;
    }
    Evictions some = evictions.keeping(staying, first.plan());
    Decision second = once(some, gangMembers, withheld, policy);
    return some.withoutRoom(second.plan()).isEmpty()
        ? second
        : once(some.keeping(some.mayStay(), first.plan()), gangMembers, withheld, policy);
  }

  private static Decision once(
      Evictions evictions,
      SortedMap<String, SortedSet<Long>> gangMembers,
      Map<JobId, Reason> withheld,
      Policy policy) {
    Cluster shown = evictions.shown();
    Gangs gangs = Gangs.of(shown, gangMembers);
    Admission admission = Admission.of(shown, withheld, gangs);
    Policy divided = new DividedPolicy(policy);
    Plan answer = admission.complete(new GangDecision(gangs, divided).decide(admission.cluster()));
    LegalPlan legal = LegalPlan.of(shown, answer);
    Gangs.WholePlan whole = gangs.whole(shown, legal.plan());
    Plan actual = evictions.actual(whole.plan());
    return new Decision(
        evictions.cluster(), shown, answer, legal.dropped(), actual, whole.dropped());
  }
}
