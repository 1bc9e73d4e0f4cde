package dev.ductile.policies.eps;

import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Notebook;
import dev.ductile.api.Placement;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.policies.sizing.Feasible;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;

/**
 * A policy that changes running jobs by single tasks: waiting jobs have their rounds, and if none
 * asked for resources, running jobs grow. All other tasks stay on their nodes.
 */
final class Scaling implements Policy {
  private final Rules rules;
  private final Notebook<GrowthTrial> notebook;
  private final Placement placement;
  private Feasible feasible;
  private Nodes nodes = Nodes.NONE;

  Scaling(Rules rules, Notebook<GrowthTrial> notebook, Placement placement) {
    this.rules = rules;
    this.notebook = notebook;
    this.placement = new Anywhere(placement);
    this.feasible = new Feasible(nodes, this.placement, JobSpec::asked);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // a cache for these nodes only
  public Plan decide(Cluster cluster) {
    if (cluster.nodes() != nodes) {
      nodes = cluster.nodes();
      feasible = new Feasible(nodes, placement, JobSpec::asked);
    }
    var draft = new DraftPlan(cluster, notebook, placement);
    Optional<Instant> reconsider = decide(draft);
    return plan(draft, reconsider);
  }

  private Optional<Instant> decide(DraftPlan draft) {
    var start = new StartRound(draft, rules, placement, feasible);
    if (rules.growth().isEmpty()) {
      start.admit();
      return Optional.empty();
    }
    Rules.Watch watch = rules.growth().get();
    var growth = new GrowthRound(draft, watch, rules.master());
    growth.judge();
    boolean haveAsked = start.admit();
    if (!haveAsked) {
      growth.grow();
    }
    boolean hasStarted = draft.plannedJobs().size() > draft.cluster().running().size();
    return growth.isUnsettled() || hasStarted
        ? Optional.of(draft.cluster().now().plus(watch.every()))
        : Optional.empty();
  }

  private Plan plan(DraftPlan draft, Optional<Instant> reconsider) {
    var grants = new ArrayList<Grant>();
    draft.plannedJobs().stream()
        .sorted(PlannedJob.IN_ORDER)
        .forEach(plannedJob -> grants.add(grant(plannedJob, draft)));
    var reasons = EpsReasons.of(draft, grants);
    return new Plan(grants, draft.notes(), reconsider, false, reasons);
  }

  private Grant grant(PlannedJob plannedJob, DraftPlan draft) {
    Job job = plannedJob.job();
    return new Grant(
        job,
        plannedJob.allocation(draft.free()),
        rules.rescaleMode().orElse(job.spec().rescaleMode()));
  }
}
