package dev.ductile.simulator;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Event;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Reason;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.TaskDemand;
import dev.ductile.api.Work;
import dev.ductile.history.Recorder;
import dev.ductile.history.Run;
import dev.ductile.models.LinearModel;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Decisions;
import dev.ductile.scenario.Failures;
import dev.ductile.scenario.Feedback;
import dev.ductile.scenario.Noise;
import dev.ductile.scenario.Rescale;
import dev.ductile.scenario.RunLimits;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.Submission;
import dev.ductile.scheduler.Controls;
import dev.ductile.scheduler.DecisionTimes;
import dev.ductile.scheduler.Ledger;
import dev.ductile.scheduler.Scheduler;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.scheduler.SchedulerParts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;

/** A small simulated cluster of two nodes with four GPUs each, for tests. */
final class SmallCluster {
  static final Instant START = Instant.EPOCH;
  static final Catalog CATALOG = Catalog.installed();

  private static final SpeedSpec PER_WORKER =
      SpeedSpec.of("linear", new LinearModel.Parameters(1, OptionalDouble.empty()));

  final List<Event> story = new ArrayList<>();
  private final List<Submission> submissions = new ArrayList<>();
  private Rescale rescale = Rescale.FREE;
  private Noise noise = Noise.NONE;
  private double colocation;
  private Failures failures = Failures.NEVER;
  private Feedback feedback = Feedback.NONE;
  private Optional<String> estimator = Optional.empty();
  private RunLimits limits = RunLimits.GENEROUS;
  private DecisionTimes pace = DecisionTimes.ON_EVENTS;
  private long seed = 1;

  /** A job that makes one step per second and worker. */
  SmallCluster job(String name, long second, int workers, double steps) {
    return job(name, second, workers, Work.steps(steps), spec -> spec);
  }

  SmallCluster job(
      String name, long second, int workers, Work work, UnaryOperator<JobSpec> change) {
    var spec =
        JobSpec.of(
            new JobId(name), Demand.perWorker(Resources.gpus(1)), Bounds.workers(1, 8), work);
    submissions.add(
        new Submission(
            START.plusSeconds(second),
            change.apply(spec.withRequest(Size.workers(workers))),
            PER_WORKER));
    return this;
  }

  SmallCluster rescale(Rescale newRescale) {
    rescale = newRescale;
    return this;
  }

  SmallCluster noise(Noise newNoise) {
    noise = newNoise;
    return this;
  }

  SmallCluster colocation(double slowdown) {
    colocation = slowdown;
    return this;
  }

  SmallCluster failures(Failures newFailures) {
    failures = newFailures;
    return this;
  }

  SmallCluster feedback(Feedback newFeedback) {
    feedback = newFeedback;
    return this;
  }

  SmallCluster estimator(String newEstimator) {
    estimator = Optional.of(newEstimator);
    return this;
  }

  SmallCluster limits(RunLimits newLimits) {
    limits = newLimits;
    return this;
  }

  SmallCluster pace(DecisionTimes newPace) {
    pace = newPace;
    return this;
  }

  SmallCluster seed(long newSeed) {
    seed = newSeed;
    return this;
  }

  Scenario scenario() {
    return new Scenario(
        "simulated",
        Nodes.uniform(2, Resources.gpus(4)),
        (anySeed, load) -> submissions.stream(),
        List.of(Choice.named("any")),
        Choice.named("any"),
        rescale,
        Decisions.ON_EVENTS,
        noise,
        colocation,
        failures,
        feedback,
        estimator,
        limits,
        List.of(seed),
        List.of(1.0),
        Optional.empty());
  }

  Run play(Policy policy) {
    var world = new World(scenario(), CATALOG, submissions.iterator(), seed);
    var recorder = new Recorder(START, scenario().nodes(), CATALOG, true);
    var memory =
        new SchedulerObserver() {
          @Override
          public void happened(Event event) {
            story.add(event);
          }
        };
    var scheduler =
        new Scheduler(
            SchedulerParts.of(policy, world, world, new Ledger(CATALOG))
                .withControls(Controls.of(world.inbox()))
                .withPace(pace)
                .withObserver(recorder.and(memory)));
    scheduler.runUntil(
        loop -> world.isOver() || world.isPastHorizon() || loop.decisions() >= limits.decisions());
    var counts =
        new Recorder.RunCounts(world.lostSeconds(), scheduler.decisions(), scheduler.rejections());
    return recorder.run("test", seed, 1, world.instant(), Simulation.end(world), counts);
  }

  /** First come, first served: each job at its requested size, on the first node with room. */
  static Plan firstComeFirstServed(Cluster cluster) {
    FreeCapacity free = FreeCapacity.of(cluster);
    var grants = new ArrayList<Grant>();
    for (Job job : cluster.jobs()) {
      TaskDemand task = free.worker(job.spec().demand());
      int workers = job.spec().asked().workers();
      int node = free.first(task, workers, 0);
      if (job.holdsResources() && free.fits(job.allocation(), job.spec().demand())) {
        free.take(job.allocation(), job.spec().demand());
        grants.add(new Grant(job, job.allocation()));
      } else if (node >= 0) {
        free.take(node, task, workers);
        var where = Allocation.on(cluster.nodes().get(node).id(), Size.workers(workers));
        grants.add(new Grant(job, where));
      }
    }
    return plan(grants);
  }

  static Plan plan(List<Grant> grants) {
    return Plan.of(grants, job -> Reason.of(Reason.Kind.KEPT, "because {job}", job.id()));
  }
}
