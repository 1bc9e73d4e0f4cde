package dev.ductile.policies.lin;

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
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Progress;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import dev.ductile.policies.Sketch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;

/** One machine of many GPUs, and jobs with given speeds for 1, 2, ... workers. */
final class Machine {
  private static final NodeId NODE = new NodeId("node-0");

  private final Nodes nodes;
  private final List<Job> jobs = new ArrayList<>();

  Machine(int gpus) {
    nodes = Nodes.uniform(1, Resources.gpus(gpus));
  }

  /** Adds a job with its seconds at 1, 2, ... workers. */
  Machine job(String name, double... seconds) {
    return job(name, seconds.length, 1, workers -> 1 / seconds[workers - 1]);
  }

  Machine job(String name, int most, double steps, IntToDoubleFunction stepsPerSecond) {
    var spec =
        JobSpec.of(
            new JobId(name),
            Demand.perWorker(Resources.gpus(1)),
            Bounds.workers(1, most),
            Work.steps(steps));
    jobs.add(
        Job.submitted(
            spec,
            jobs.size(),
            Sketch.NOW,
            where -> where.isNone() ? 0 : stepsPerSecond.applyAsDouble(where.workers()),
            Duration.ZERO));
    return this;
  }

  /** Sets the progress of the last job. */
  Machine done(double steps) {
    Job job = jobs.removeLast();
    jobs.add(job.with(new Progress(Sketch.NOW, steps, 0, steps, 0)));
    return this;
  }

  /** Lets the last job run with this many workers. */
  Machine on(int workers) {
    Job job = jobs.removeLast();
    jobs.add(
        job.withAllocation(
            Allocation.on(NODE, Size.workers(workers)),
            JobState.RUNNING,
            job.progress().change(Sketch.NOW, 1, workers),
            Sketch.NOW));
    return this;
  }

  /** Protects the last job for an hour. */
  Machine protectedNow() {
    Job job = jobs.removeLast();
    jobs.add(
        job.withAllocation(
            job.allocation(), job.state(), job.progress(), Sketch.NOW.plusSeconds(3600)));
    return this;
  }

  /** Sets the priority of the last job. */
  Machine urgent(int priority) {
    Job job = jobs.removeLast();
    JobSpec spec = job.spec().withQueue(JobSpec.DEFAULT_QUEUE, priority);
    jobs.add(Job.submitted(spec, job.arrival(), Sketch.NOW, job.speed(), Duration.ZERO));
    return this;
  }

  /** Notes that the last job is in the queue of this chunk. */
  Machine queued(int chunk) {
    jobs.add(jobs.removeLast().withNote("jsq-chunk", new Chunks.ChunkNote(chunk)));
    return this;
  }

  /** Notes that the last job started with this many workers. */
  Machine begun(int workers) {
    jobs.add(jobs.removeLast().withNote("moldable-hell", new Moldable.Begun(workers)));
    return this;
  }

  Cluster picture() {
    return Cluster.of(Sketch.NOW, nodes, jobs);
  }

  Plan plan(Policy policy) {
    Cluster picture = picture();
    Plan plan = policy.decide(picture);
    if (!plan.violations(picture).isEmpty()) {
      throw new AssertionError(plan.violations(picture).toString());
    }
    return plan;
  }

  /** The workers of each job by the plan, the most important first. */
  Map<String, Integer> workers(Policy policy) {
    var workers = new LinkedHashMap<String, Integer>();
    for (Grant grant : plan(policy).grants()) {
      workers.put(grant.job().id().name(), grant.allocation().workers());
    }
    return workers;
  }

  String reason(Policy policy, String name) {
    Cluster picture = picture();
    Plan plan = policy.decide(picture);
    return picture.jobs().stream()
        .filter(job -> job.id().name().equals(name))
        .map(job -> plan.reasons().why(job).sentence())
        .findFirst()
        .orElse("no job of that name");
  }
}
