package dev.ductile.policies.eps;

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
import dev.ductile.api.Phase;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Progress;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Speed;
import dev.ductile.api.Work;
import dev.ductile.policies.Sketch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A cluster in the units of the paper: a worker or a server takes one unit. Tasks fill nodes of
 * four units one after the other; free units are on further nodes.
 */
final class UnitCluster {
  private static final Resources UNIT = Resources.of(Resources.CPU, 1);
  private static final Demand ALIKE = new Demand(UNIT, UNIT, Resources.NONE);
  private static final int PER_NODE = 4;

  private final List<Job> jobs = new ArrayList<>();
  private Size request = new Size(8, 4);
  private int used;
  private int free;

  UnitCluster free(int units) {
    free = units;
    return this;
  }

  /** The request of the jobs that are added from here on. */
  UnitCluster requests(int workers, int servers) {
    request = new Size(workers, servers);
    return this;
  }

  /** A job past its early feedback, of unknown speed. */
  UnitCluster runs(String name, int workers, int servers) {
    return runs(name, workers, servers, Phase.TRAINING, Speed.UNKNOWN, 0, GrowthTrial.NONE);
  }

  UnitCluster isWatched(String name, int workers, int servers) {
    return runs(name, workers, servers, Phase.EARLY_FEEDBACK, Speed.UNKNOWN, 0, GrowthTrial.NONE);
  }

  /** A job of this speed whose measured speed is another one. */
  UnitCluster runs(
      String name,
      int workers,
      int servers,
      Phase phase,
      Speed speed,
      double stepsPerSecond,
      GrowthTrial trial) {
    var size = new Size(workers, servers);
    Job job = job(name, Optional.of(request), speed).with(phase).withNote("h-scheduler", trial);
    jobs.add(
        job.withAllocation(
            lay(size),
            JobState.RUNNING,
            new Progress(Sketch.NOW, 10, stepsPerSecond, 0, workers),
            Sketch.NOW));
    return this;
  }

  UnitCluster submits(String name, int workers, int servers) {
    Job job = job(name, Optional.of(new Size(workers, servers)), Speed.UNKNOWN);
    jobs.add(job.with(Phase.EARLY_FEEDBACK));
    return this;
  }

  UnitCluster submitsWithPriority(String name, int workers, int servers, int priority) {
    Job job = job(name, Optional.of(new Size(workers, servers)), Speed.UNKNOWN);
    JobSpec spec = job.spec().withQueue(JobSpec.DEFAULT_QUEUE, priority);
    jobs.add(
        Job.submitted(spec, jobs.size(), Sketch.NOW, Speed.UNKNOWN, Duration.ZERO)
            .with(Phase.EARLY_FEEDBACK));
    return this;
  }

  Cluster picture() {
    int nodes = (used + free + PER_NODE - 1) / PER_NODE;
    int surplus = nodes * PER_NODE - used - free;
    var list = new ArrayList<>(Nodes.uniform(nodes, UNIT.times(PER_NODE)).list());
    if (surplus > 0) {
      var last = list.removeLast();
      list.add(new dev.ductile.api.Node(last.id(), UNIT.times(PER_NODE - surplus)));
    }
    return Cluster.of(Sketch.NOW, Nodes.of(list), jobs);
  }

  Plan plan(Policy policy) {
    Cluster picture = picture();
    Plan plan = policy.decide(picture);
    if (!plan.violations(picture).isEmpty()) {
      throw new AssertionError(plan.violations(picture).toString());
    }
    return plan;
  }

  /** The size of each job by the plan, in order of arrival: {@code 8+4}. */
  Map<String, String> sizes(Policy policy) {
    Plan plan = plan(policy);
    var sizes = new LinkedHashMap<String, String>();
    for (Grant grant : plan.grants()) {
      sizes.put(grant.job().id().name(), grant.allocation().size().toString());
    }
    return sizes;
  }

  String reason(Policy policy, String name) {
    Plan plan = plan(policy);
    return jobs.stream()
        .filter(job -> job.id().name().equals(name))
        .map(job -> plan.reasons().why(job))
        .map(reason -> reason.kind() + ": " + reason.sentence())
        .findFirst()
        .orElseThrow();
  }

  private Job job(String name, Optional<Size> asked, Speed speed) {
    var bounds = new Bounds(Range.between(1, 100), Range.between(1, 100));
    JobSpec spec = JobSpec.of(new JobId(name), ALIKE, bounds, new Work(1000, 100, "iterations"));
    JobSpec asking = asked.map(spec::withRequest).orElse(spec);
    return Job.submitted(asking, jobs.size(), Sketch.NOW, speed, Duration.ZERO);
  }

  /** Fills nodes one after the other, workers first. */
  private Allocation lay(Size size) {
    Map<NodeId, Size> shares = new LinkedHashMap<>();
    for (int task = 0; task < size.tasks(); task++) {
      Size one = task < size.workers() ? new Size(1, 0) : new Size(0, 1);
      shares.merge(new NodeId("node-" + used / PER_NODE), one, Size::plus);
      used++;
    }
    return Allocation.of(shares);
  }
}
