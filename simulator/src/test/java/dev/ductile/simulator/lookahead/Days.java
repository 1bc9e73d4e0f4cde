package dev.ductile.simulator.lookahead;

import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Protection;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Work;
import dev.ductile.history.Run;
import dev.ductile.models.LinearModel;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Cost;
import dev.ductile.scenario.Decisions;
import dev.ductile.scenario.Failures;
import dev.ductile.scenario.Feedback;
import dev.ductile.scenario.Noise;
import dev.ductile.scenario.Rescale;
import dev.ductile.scenario.RunLimits;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.Submission;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.simulator.Simulation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.random.RandomGenerator;

/** Random days of a small cluster of eight GPUs, each with jobs of many kinds. */
final class Days {
  static final Catalog CATALOG = Catalog.installed();

  private static final Instant START = Instant.EPOCH;
  private static final Duration PAUSE = Duration.ofSeconds(30);

  private Days() {}

  static Policy policy(Choice choice) {
    return CATALOG.policy(
        choice, CATALOG.placement(Scenario.DEFAULT_PLACEMENT), new Seed(1).child("policy"));
  }

  static Policy policy(String name) {
    return policy(Choice.named(name));
  }

  /** A day on which jobs arrive about a minute apart, or all at once. */
  static Scenario day(long seed, int jobs, boolean isAtOnce, Noise noise) {
    RandomGenerator random = new Seed(seed).stream("day");
    var submissions = new ArrayList<Submission>();
    double second = 0;
    for (int i = 0; i < jobs; i++) {
      second += isAtOnce || i == 0 ? 0 : random.nextInt(120);
      submissions.add(
          new Submission(START.plusSeconds((long) second), spec(i, random), speed(random)));
    }
    return new Scenario(
        "day",
        Nodes.uniform(2, Resources.gpus(4)),
        (anySeed, load) -> submissions.stream(),
        List.of(Choice.named("max-min")),
        Scenario.DEFAULT_PLACEMENT,
        new Rescale(Duration.ZERO, Map.of(RescaleMode.CHECKPOINT, Cost.fixed(PAUSE))),
        Decisions.ON_EVENTS,
        noise,
        0,
        Failures.NEVER,
        Feedback.NONE,
        Optional.empty(),
        RunLimits.GENEROUS,
        List.of(seed),
        List.of(1.0),
        Optional.empty());
  }

  static Run run(Scenario scenario, Choice choice, SchedulerObserver watcher) {
    return new Simulation(scenario, CATALOG)
        .run(choice, scenario.seeds().getFirst(), 1, false, watcher);
  }

  private static JobSpec spec(int number, RandomGenerator random) {
    int most = 1 + random.nextInt(8);
    var work = new Work(50 + random.nextInt(2000), random.nextInt(3) == 0 ? 20 : 0, "steps");
    JobSpec spec =
        JobSpec.of(
                new JobId("job-" + number),
                Demand.perWorker(Resources.gpus(1)),
                Bounds.workers(1, most),
                work)
            .withRequest(Size.workers(1 + random.nextInt(most)));
    return random.nextInt(3) == 0
        ? spec.withProtection(new Protection(Duration.ofSeconds(45), Duration.ofSeconds(90)))
        : spec;
  }

  private static SpeedSpec speed(RandomGenerator random) {
    double alone = 0.5 + 2 * random.nextDouble();
    double exponent = 0.4 + 0.6 * random.nextDouble();
    return SpeedSpec.of("linear", new LinearModel.Parameters(alone, OptionalDouble.of(exponent)));
  }

  static SchedulerObserver nobody() {
    return SchedulerObserver.NONE;
  }

  /** Keeps the pictures of decisions after this many arrivals. */
  static final class Camera implements SchedulerObserver {
    final List<Cluster> pictures = new ArrayList<>();
    private final int jobs;

    Camera(int jobs) {
      this.jobs = jobs;
    }

    @Override
    public void decided(Cluster cluster, Plan plan) {
      long come = cluster.jobs().stream().mapToLong(job -> job.arrival() + 1).max().orElse(0);
      if (come == jobs) {
        pictures.add(cluster);
      }
    }
  }
}
