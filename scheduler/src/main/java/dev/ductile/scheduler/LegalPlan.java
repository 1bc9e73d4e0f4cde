package dev.ductile.scheduler;

import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobNote;
import dev.ductile.api.Plan;
import dev.ductile.api.Reason;
import dev.ductile.api.Reasons;
import dev.ductile.api.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A plan without its illegal grants. A job whose grant is dropped keeps its allocation, or waits.
 * All other grants stay, unless they need resources that such a job keeps; those grants are dropped
 * too.
 *
 * @param plan the legal rest
 * @param dropped why grants were dropped; empty for a legal plan
 */
record LegalPlan(Plan plan, List<Violation> dropped) {

  /** The legal part of a plan. Each pass drops a grant, so there are at most as many as grants. */
  static LegalPlan of(Cluster cluster, Plan plan) {
    var dropped = new ArrayList<Violation>();
    List<Grant> grants = plan.grants();
    List<Violation> found = plan.violations(cluster);
    while (!found.isEmpty()) {
      dropped.addAll(found);
      grants = without(found, grants, cluster);
      found = Plan.of(grants, plan.reasons()).violations(cluster);
    }
    return dropped.isEmpty()
        ? new LegalPlan(plan, List.of())
        : new LegalPlan(rest(plan, grants, cluster, dropped), List.copyOf(dropped));
  }

  /** The legal grants; a running job whose grant is dropped keeps its allocation in its place. */
  private static List<Grant> without(List<Violation> found, List<Grant> grants, Cluster cluster) {
    var illegal = new HashSet<Integer>();
    for (Violation violation : found) {
      illegal.add(violation.grant());
    }
    var kept = new ArrayList<Grant>(grants.size());
    Set<Long> granted = new HashSet<>();
    for (int i = 0; i < grants.size(); i++) {
      Grant grant = grants.get(i);
      boolean isLegal = !illegal.contains(i);
      if (isLegal) {
        kept.add(grant);
        granted.add(grant.job().arrival());
      } else if (mayKeep(grant.job(), cluster) && granted.add(grant.job().arrival())) {
        kept.add(new Grant(grant.job(), grant.job().allocation()));
      }
    }
    return kept;
  }

  private static boolean mayKeep(Job job, Cluster cluster) {
    return cluster.jobs().holds(job) && job.holdsResources() && !job.isProtected(cluster.now());
  }

  private static Plan rest(
      Plan plan, List<Grant> grants, Cluster cluster, List<Violation> dropped) {
    Map<JobId, Violation> why = new HashMap<>();
    dropped.forEach(violation -> why.putIfAbsent(violation.job(), violation));
    Set<JobId> legal = new HashSet<>();
    grants.stream().filter(Grant::isChange).forEach(grant -> legal.add(grant.job().id()));
    why.keySet().removeAll(legal);
    List<JobNote> notes =
        plan.notes().stream().filter(note -> !why.containsKey(note.job())).toList();
    Reasons reasons =
        job ->
            why.containsKey(job.id()) && !job.isProtected(cluster.now())
                ? reason(job, why.get(job.id()))
                : plan.reasons().why(job);
    return new Plan(grants, notes, plan.reconsider(), false, reasons, plan.figures());
  }

  private static Reason reason(Job job, Violation violation) {
    return job.holdsResources()
        ? Reason.of(
            Reason.Kind.KEPT,
            "keeps {allocation}: the policy's grant was illegal and was dropped: {violation}",
            job.allocation(),
            violation.text())
        : Reason.of(
            Reason.Kind.GRANT_DROPPED,
            "waits: the policy's grant was illegal and was dropped: {violation}",
            violation.text());
  }
}
