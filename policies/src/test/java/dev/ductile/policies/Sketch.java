package dev.ductile.policies;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.JobState;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Placement;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.Progress;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import dev.ductile.policies.placements.Consolidated;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A small hand-made cluster. Jobs train one step a second at every size. */
public final class Sketch {
  public static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final Nodes nodes;
  private final List<Job> jobs = new ArrayList<>();
  private Duration pause = Duration.ZERO;

  public Sketch(Nodes nodes) {
    this.nodes = nodes;
  }

  public static Sketch gpus(int nodes, int gpusPerNode) {
    return new Sketch(Nodes.uniform(nodes, Resources.gpus(gpusPerNode)));
  }

  /** The pause of every change of the jobs that are added from here on. */
  public Sketch pausing(Duration newPause) {
    pause = newPause;
    return this;
  }

  /** Adds a waiting job of one-GPU workers. */
  public Sketch waiting(String name, int gpus, double seconds) {
    return waiting(spec(name, gpus, seconds));
  }

  public Sketch waiting(JobSpec spec) {
    return add(job(spec));
  }

  /** Adds a job of one-GPU workers that runs on one node, with its remaining time. */
  public Sketch running(String name, int gpus, double seconds, String node) {
    Job job = job(spec(name, gpus, seconds));
    return add(
        job.withAllocation(
            Allocation.on(new NodeId(node), Size.workers(gpus)),
            JobState.RUNNING,
            new Progress(NOW, 0, 1, 0, gpus),
            NOW));
  }

  public Sketch add(Job job) {
    jobs.add(job);
    return this;
  }

  public Job job(JobSpec spec) {
    return Job.submitted(spec, jobs.size(), NOW, where -> where.isNone() ? 0 : 1, pause);
  }

  public static JobSpec spec(String name, int gpus, double seconds) {
    return spec(name, Demand.perWorker(Resources.gpus(1)), Bounds.workers(gpus, gpus), seconds);
  }

  public static JobSpec spec(String name, Demand demand, Bounds bounds, double seconds) {
    return JobSpec.of(new JobId(name), demand, bounds, Work.steps(seconds));
  }

  public Cluster picture() {
    return Cluster.of(NOW, nodes, jobs);
  }

  public Plan plan(Policy policy) {
    return policy.decide(picture());
  }

  /** The allocations of the plan by job, the most important first. */
  public Map<String, String> grants(Policy policy) {
    return grants(plan(policy));
  }

  public static Map<String, String> grants(Plan plan) {
    var grants = new LinkedHashMap<String, String>();
    for (Grant grant : plan.grants()) {
      grants.put(grant.job().id().name(), grant.allocation().toString());
    }
    return grants;
  }

  public String reason(Policy policy, String name) {
    Cluster picture = picture();
    Plan plan = policy.decide(picture);
    return picture.jobs().stream()
        .filter(job -> job.id().name().equals(name))
        .map(job -> plan.reasons().why(job))
        .map(reason -> reason.kind() + ": " + reason.sentence())
        .findFirst()
        .orElse("no job of that name");
  }

  public static <S extends Record> Policy policy(PolicyProvider<S> provider) {
    return policy(provider, provider.defaults());
  }

  public static <S extends Record> Policy policy(PolicyProvider<S> provider, S settings) {
    return policy(provider, settings, new Consolidated());
  }

  public static <S extends Record> Policy policy(
      PolicyProvider<S> provider, S settings, Placement placement) {
    return provider.create(settings, PolicyContext.of(placement, new Seed(1).child("policy")));
  }
}
