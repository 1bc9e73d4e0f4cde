package dev.ductile.policies.smd;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Range;
import dev.ductile.api.Resources;
import dev.ductile.api.Speed;
import dev.ductile.api.StepTerms;
import dev.ductile.api.Utility;
import dev.ductile.api.Work;
import dev.ductile.policies.placements.Pooled;
import dev.ductile.policies.sizing.Division.Shares;
import dev.ductile.policies.sizing.Division.Table;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SizingPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A job in the symbols of the paper: iterations, step terms, needs and limits of GPU, CPU, memory
 * and storage.
 */
record Instance(
    double iterations,
    StepTerms terms,
    Utility utility,
    List<Double> worker,
    List<Double> server,
    List<Double> limit) {
  static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Range TASKS = Range.between(1, 400);

  /** A speed that consists of its terms. */
  private record Stepping(StepTerms terms) implements Speed {
    @Override
    public double stepsPerSecond(Allocation where) {
      return where.servers() == 0 ? 0 : 1 / terms.secondsPerStep(where.workers(), where.servers());
    }

    @Override
    public Optional<StepTerms> stepTerms() {
      return Optional.of(terms);
    }
  }

  /** The speed of a job by Equations 4 and 5, in the symbols of the paper. */
  record Model(
      double g,
      double bandwidth,
      double m,
      double k,
      double tf,
      double tb,
      List<Double> eta,
      double beta1,
      double beta2,
      double alpha) {
    StepTerms sync() {
      return new StepTerms.Synchronous(
          beta1, beta2, eta.get(1) * tb, 2 * eta.get(2) * g / bandwidth, eta.get(0) * k * tf);
    }

    StepTerms async() {
      return new StepTerms.Asynchronous(
          beta1,
          beta2,
          eta.get(0) * m * tf + eta.get(1) * tb,
          2 * alpha * eta.get(2) * g / bandwidth);
    }
  }

  static Utility hours(double gamma1, double gamma2, double gamma3) {
    return new Utility.Sigmoid(gamma1, gamma2, gamma3, TimeUnit.HOURS);
  }

  static Resources resources(List<Double> amounts) {
    return Resources.of(
        Map.of(
            Resources.GPU, amounts.get(0),
            Resources.CPU, amounts.get(1),
            Resources.MEMORY, amounts.get(2),
            Resources.STORAGE, amounts.get(3)));
  }

  /** The same job with a speed that hides its terms. */
  Job opaque(int arrival) {
    return job(arrival, where -> new Stepping(terms).stepsPerSecond(where));
  }

  Job job(int arrival) {
    return job(arrival, new Stepping(terms));
  }

  private Job job(int arrival, Speed speed) {
    var demand = new Demand(resources(worker), resources(server), resources(limit));
    JobSpec spec =
        JobSpec.of(
                new JobId("job-" + arrival),
                demand,
                new Bounds(TASKS, TASKS),
                Work.steps(iterations))
            .withUtility(utility);
    return Job.submitted(spec, arrival, NOW, speed, Duration.ZERO);
  }

  /** All these jobs, submitted together to one machine. */
  static Cluster cluster(List<Instance> instances, List<Double> capacity) {
    var jobs = new ArrayList<Job>();
    instances.forEach(instance -> jobs.add(instance.job(jobs.size())));
    return Cluster.of(NOW, Nodes.uniform(1, resources(capacity)), jobs);
  }

  /** The sizes of a job that is alone on the cluster; none if its limit is too small. */
  static Allowance allowance(Job job) {
    var seen = new ArrayList<Table>();
    var ample = Nodes.uniform(1, resources(List.of(1e4, 1e4, 1e4, 1e4)));
    var policy =
        new SizingPolicy(
            table -> {
              seen.add(table);
              return Shares.of(List.of());
            },
            SizeSteps.FOLLOWING,
            new Pooled());
    Demand demand = job.spec().demand();
    JobSpec unlimited =
        job.spec().withDemand(new Demand(demand.worker(), demand.server(), Resources.NONE));
    Job seenJob = Job.submitted(unlimited, job.arrival(), NOW, job.speed(), Duration.ZERO);
    policy.decide(Cluster.of(NOW, ample, List.of(seenJob)));
    Table table = seen.getFirst();
    double[] most = table.budget().left();
    for (int resource = 0; resource < most.length; resource++) {
      double limit = demand.limit().amount(table.budget().resources().get(resource));
      most[resource] = limit > 0 ? limit : most[resource];
    }
    return new Allowance(table.candidates().getFirst(), most);
  }
}
