package dev.ductile.learned.safety;

import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.api.Work;
import dev.ductile.history.RecordedRun;
import dev.ductile.history.Run;
import dev.ductile.history.RunSettings;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Constant;
import dev.ductile.scenario.Cost;
import dev.ductile.scenario.Decisions;
import dev.ductile.scenario.Failures;
import dev.ductile.scenario.Feedback;
import dev.ductile.scenario.Noise;
import dev.ductile.scenario.Rescale;
import dev.ductile.scenario.RunLimits;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.Shadow;
import dev.ductile.scenario.Submission;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.simulator.Simulation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** A small simulated cluster on which a policy is tried; its jobs are random. */
public final class TrialCluster {
  public static final Choice TEACHER = Choice.named("fifo");
  static final Catalog CATALOG = catalog();
  private static final Instant START = Instant.parse("2026-01-02T15:04:05Z");

  final Scenario scenario;
  final List<Event> events = new ArrayList<>();
  final List<Applied> applied = new ArrayList<>();
  final List<Mode> modes = new ArrayList<>();

  /** A plan that the scheduler applied, with the number of events before it. */
  record Applied(Cluster cluster, Plan plan, int events) {}

  public TrialCluster(long seed, int jobs) {
    var random = new Random(seed);
    List<Submission> submissions = submissions(random, jobs);
    Duration every = Duration.ofSeconds(random.nextInt(3) * 20L);
    scenario =
        new Scenario(
            "trial",
            Nodes.uniform(2, Resources.gpus(4)),
            (_, _) -> submissions.stream(),
            List.of(TEACHER),
            Scenario.DEFAULT_PLACEMENT,
            new Rescale(
                Duration.ofSeconds(random.nextInt(3)),
                Map.of(RescaleMode.CHECKPOINT, Cost.fixed(Duration.ofSeconds(random.nextInt(4)))),
                false),
            new Decisions(every.isZero() || random.nextBoolean(), every),
            Noise.NONE,
            0,
            Failures.NEVER,
            Feedback.NONE,
            Optional.empty(),
            new RunLimits(Duration.ofHours(24), 100_000),
            List.of(1L),
            List.of(1.0),
            Optional.empty());
  }

  private static List<Submission> submissions(Random random, int jobs) {
    var submissions = new ArrayList<Submission>();
    long second = 0;
    for (int i = 0; i < jobs; i++) {
      second += random.nextInt(60);
      boolean isLong = random.nextInt(5) == 0;
      var spec =
          JobSpec.of(
                  new JobId("job-" + i),
                  Demand.perWorker(Resources.gpus(1)),
                  Bounds.workers(1, 4),
                  Work.steps(isLong ? 2000 : 20 + random.nextInt(200)))
              .withRequest(Size.workers(1 + random.nextInt(4)));
      submissions.add(new Submission(START.plusSeconds(second), spec, new Constant(1).spec()));
    }
    return submissions;
  }

  private static Catalog catalog() {
    Catalog installed = Catalog.installed();
    var policies = new ArrayList<PolicyProvider<?>>(installed.policies());
    policies.add(new Clumsy());
    return new Catalog(
        policies,
        installed.placements(),
        installed.speeds(),
        installed.estimators(),
        installed.formats());
  }

  public static Policy policy(Choice choice) {
    return CATALOG.policy(
        choice, CATALOG.placement(Scenario.DEFAULT_PLACEMENT), new Seed(1).child("policy"));
  }

  static NamedPolicy named(Choice choice) {
    return new NamedPolicy(choice, policy(choice));
  }

  static ShadowTrial trial(Choice candidate, Shadow rules, Evaluation evaluation) {
    return new ShadowTrial(named(TEACHER), named(candidate), rules, evaluation);
  }

  /** The run under the teacher, without a guard. */
  public Run alone() {
    return new Simulation(scenario, CATALOG).run(TEACHER, 1, 1, true, memory());
  }

  /** The run with a policy on trial. */
  Run guarded(ShadowTrial trial) {
    return new Simulation(scenario, CATALOG)
        .controlled(
            TEACHER,
            1,
            1,
            inbox -> memory().and(new Guard(trial, Runnable::run, inbox::send)).and(modes(trial)));
  }

  private SchedulerObserver modes(ShadowTrial trial) {
    return new SchedulerObserver() {
      @Override
      public void happened(Event event) {
        modes.add(trial.mode());
      }
    };
  }

  private SchedulerObserver memory() {
    return new SchedulerObserver() {
      @Override
      public void happened(Event event) {
        events.add(event);
      }

      @Override
      public void decided(Cluster cluster, Plan plan) {
        applied.add(new Applied(cluster, plan, events.size()));
      }
    };
  }

  /** The pictures on which plans were applied so far. */
  public List<Cluster> pictures() {
    return applied.stream().map(Applied::cluster).toList();
  }

  /** The changes of the policy so far. */
  List<Event.PolicySet> changes() {
    return recorded().policyChanges();
  }

  RecordedRun recorded() {
    return new RecordedRun(events);
  }

  /** An evaluation by replays of the jobs of this run so far. */
  Evaluation replays(Choice candidate, Shadow.Promotion rules) {
    return new ReplayEvaluation(
        this::recorded, RunSettings.of(scenario), TEACHER, candidate, rules, CATALOG);
  }
}
