package dev.ductile.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.ductile.api.Bounds;
import dev.ductile.api.Command;
import dev.ductile.api.Demand;
import dev.ductile.api.Estimator;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Nodes;
import dev.ductile.api.Policy;
import dev.ductile.api.Queue;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Work;
import dev.ductile.history.Outcome;
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
import dev.ductile.scenario.Submission;
import dev.ductile.scheduler.Controls;
import dev.ductile.scheduler.DecisionWatch;
import dev.ductile.scheduler.Ledger;
import dev.ductile.scheduler.Scheduler;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.scheduler.SchedulerParts;
import dev.ductile.scheduler.TimedCommand;
import dev.ductile.text.InputException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A run that was recorded in a simulated cluster must be simulated again without any error. */
final class ReplayTest {
  private static final int SEEDS = 40;
  private static final int COMMANDS = 40;
  private static final List<String> POLICIES = List.of("max-min", "srtf", "fifo", "las");
  private static final Catalog CATALOG = Catalog.installed();
  private static final Instant START = Instant.parse("2026-01-02T15:04:05.25Z");
  private static final Node THIRD = new Node(new NodeId("third"), Resources.gpus(2));

  private final DecisionWatch watch = new DecisionWatch(Duration.ofDays(1), () -> 0);

  @Test
  void aRecordedRunIsRepeatedWithAllItsCommands() {
    int finished = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      Scenario scenario = scenario(seed);
      RecordedRun recorded = record(scenario, story(seed), nodeChanges(seed));

      Run repeated = replay(recorded, scenario).underItsOwnPolicy();

      List<String> outcomes = outcomes(recorded.run("", CATALOG));
      assertThat(outcomes(repeated)).as("seed %d", seed).isEqualTo(outcomes);
      finished += repeated.figures().finished();
    }
    assertThat(finished).isGreaterThan(5 * SEEDS);
  }

  @Test
  void anotherPolicyDecidesFromTheFirstJobToTheLast() {
    Scenario scenario = scenario(3).withPolicies(List.of(Choice.named("fifo")));
    var jobs = new ArrayList<TimedCommand>();
    for (String name : List.of("a", "b", "c", "d")) {
      jobs.add(submit(0, name, 800));
    }
    jobs.add(submit(1, "short", 80));
    RecordedRun plain = record(scenario, jobs, List.of());
    var changed = new ArrayList<>(jobs);
    changed.add(new TimedCommand(at(2), new Command.SetPolicy("srtf")));
    RecordedRun recorded = record(scenario, changed, List.of());
    Replay replay = replay(recorded, scenario);

    assertThat(outcomes(replay.under(Choice.named("fifo"))))
        .isEqualTo(outcomes(plain.run("", CATALOG)))
        .isNotEqualTo(outcomes(replay.underItsOwnPolicy()));
  }

  /** The run was stopped for two hours, and its horizon is one hour. */
  @Test
  void aBreakOfTheRunDoesNotCountTowardItsHorizon() {
    Scenario scenario = scenario(1);
    int later = 7200;
    RecordedRun whole =
        record(
            scenario,
            List.of(
                submit(0, "a", 800),
                new TimedCommand(at(5), new Command.Hold(new JobId("a"), "stopped")),
                new TimedCommand(at(later), new Command.Resume(new JobId("a")))),
            List.of());
    var events = new ArrayList<>(whole.events());
    int resumed = events.indexOf(first(events, Event.Resumed.class));
    for (Node node : whole.nodes().list()) {
      events.add(resumed, new Event.NodeUp(at(later), node));
    }
    var recorded = new RecordedRun(events);
    RunSettings settings = RunSettings.of(scenario);
    var limited =
        new RunSettings(
            settings.scenario(),
            settings.policy(),
            settings.placement(),
            settings.rescale(),
            settings.decisions(),
            settings.colocation(),
            settings.checkpointEvery(),
            settings.estimator(),
            new RunLimits(Duration.ofHours(1), 1000),
            settings.seed(),
            settings.stability());

    Run repeated =
        new Replay(recorded, limited, scenario.placement(), scenario.policies(), CATALOG, watch)
            .underItsOwnPolicy();

    assertThat(repeated.totals().end()).isEqualTo(Run.End.ALL_OVER);
    assertThat(outcomes(repeated)).isEqualTo(outcomes(whole.run("", CATALOG)));
  }

  private static <T extends Event> Event first(List<Event> events, Class<T> kind) {
    return events.stream().filter(kind::isInstance).findFirst().orElseThrow();
  }

  @Test
  void theEstimatorOfTheRunLearnsInTheSimulation() {
    Scenario scenario = scenario(1, Optional.of("online"));
    RecordedRun recorded = record(scenario, List.of(submit(0, "a", 10)), List.of());

    assertThat(replay(recorded, scenario).scenario().estimator()).contains("online");
    assertThat(outcomes(replay(recorded, scenario).underItsOwnPolicy()))
        .isEqualTo(outcomes(recorded.run("", CATALOG)));
  }

  /** The jobs of the run trained at half of the speed that their users expected, or at any. */
  @Test
  void jobsTrainAtTheSpeedThatTheRunLearned() {
    SpeedSpec given = new Constant(4).spec();
    var jobs = new ArrayList<Submission>();
    for (String name : List.of("a", "b", "c")) {
      jobs.add(new Submission(at(jobs.size()), spec(name, 900), new Constant(2).spec(), given));
    }
    jobs.add(new Submission(at(9), spec("d", 900), new Constant(2).spec(), SpeedSpec.UNKNOWN));
    Scenario scenario =
        scenario(2, Optional.of("online")).withPolicies(List.of(Choice.named("max-min")));
    RecordedRun recorded = record(scenario, jobs);
    Replay replay = replay(recorded, scenario);
    var simulated = new ArrayList<Event>();

    List<Double> repeated = completions(replay.underItsOwnPolicy());
    new Simulation(replay.scenario(), CATALOG)
        .run(Choice.named("max-min"), 1, 1, false, keeper(simulated));

    assertThat(recorded.jobsWithLearnedSpeed()).hasSize(4);
    assertThat(new RecordedRun(simulated).jobsWithLearnedSpeed())
        .containsAll(recorded.jobsWithLearnedSpeed());
    List<Double> completions = completions(recorded.run("", CATALOG));
    assertThat(completions).hasSameSizeAs(repeated).hasSize(4).doesNotContain(Double.NaN);
    for (int i = 0; i < completions.size(); i++) {
      assertThat(repeated.get(i)).isCloseTo(completions.get(i), withinPercentage(10));
    }
  }

  private static List<Double> completions(Run run) {
    return run.outcomes().stream()
        .sorted(Comparator.comparing(Outcome::job))
        .map(Outcome::completion)
        .toList();
  }

  @Test
  void aRunWithoutAJobIsRefused() {
    Scenario scenario = scenario(1);
    var empty = new RecordedRun(List.of());
    var nodes = new RecordedRun(List.of(new Event.NodeUp(START, THIRD)));

    assertThatThrownBy(() -> replay(empty, scenario))
        .isInstanceOf(InputException.class)
        .hasMessage("the run of test has no node yet; simulate it later");
    assertThatThrownBy(() -> replay(nodes, scenario))
        .hasMessage("the run of test has no job yet; simulate it later");
  }

  @Test
  void aPolicyThatIsNoLongerInstalledIsRefused() {
    Scenario scenario = scenario(1);
    var recorded =
        new RecordedRun(
            Stream.concat(
                    record(scenario, List.of(submit(0, "a", 10)), List.of()).events().stream(),
                    Stream.of(new Event.PolicySet(at(5), "gone limit=3")))
                .toList());

    assertThatThrownBy(() -> replay(recorded, scenario).underItsOwnPolicy())
        .isInstanceOf(InputException.class)
        .hasMessageContaining("unknown policy \"gone\"");
  }

  private Replay replay(RecordedRun recorded, Scenario scenario) {
    RunSettings settings = RunSettings.of(scenario);
    return new Replay(
        recorded, settings, scenario.placement(), scenario.policies(), CATALOG, watch);
  }

  private static List<String> outcomes(Run run) {
    return run.outcomes().stream()
        .sorted(Comparator.comparing(Outcome::job))
        .map(one -> one.job() + " " + one.ending() + " " + Math.round(one.completion() * 1e6))
        .toList();
  }

  /** Plays the commands in a simulated cluster and keeps its events. */
  private static RecordedRun record(
      Scenario scenario, List<TimedCommand> commands, List<Event.OfNode> nodeChanges) {
    return record(scenario, new World(scenario, CATALOG, 1, _ -> commands.iterator(), nodeChanges));
  }

  private static RecordedRun record(Scenario scenario, List<Submission> jobs) {
    return record(scenario, new World(scenario, CATALOG, jobs.iterator(), 1));
  }

  private static RecordedRun record(Scenario scenario, World world) {
    var events = new ArrayList<Event>();
    Estimator estimator = scenario.estimator().map(CATALOG::estimator).orElse(Estimator.NONE);
    try (world) {
      Policy first = policy(scenario.policies().getFirst());
      var scheduler =
          new Scheduler(
              SchedulerParts.of(first, world, world, new Ledger(CATALOG, estimator))
                  .withControls(new Controls(world.inbox(), line -> policy(Choice.ofLine(line))))
                  .withObserver(keeper(events)));
      scheduler.runUntil(_ -> world.isOver() || world.isPastHorizon());
    }
    return new RecordedRun(events);
  }

  private static SchedulerObserver keeper(List<Event> events) {
    return new SchedulerObserver() {
      @Override
      public void happened(Event event) {
        events.add(event);
      }
    };
  }

  private static Policy policy(Choice choice) {
    return CATALOG.policy(
        choice, CATALOG.placement(Scenario.DEFAULT_PLACEMENT), new Seed(1).child("policy"));
  }

  private static Scenario scenario(long seed) {
    return scenario(seed, Optional.empty());
  }

  private static Scenario scenario(long seed, Optional<String> estimator) {
    var random = new Random(seed);
    var costs =
        Map.of(
            RescaleMode.CHECKPOINT, Cost.fixed(Duration.ofSeconds(random.nextInt(4))),
            RescaleMode.HOT, Cost.fixed(Duration.ofMillis(random.nextInt(900))));
    return new Scenario(
        "test",
        Nodes.uniform(2, Resources.gpus(4)),
        (_, _) -> Stream.empty(),
        List.of(Choice.named(POLICIES.get(random.nextInt(POLICIES.size())))),
        Scenario.DEFAULT_PLACEMENT,
        new Rescale(Duration.ofSeconds(random.nextInt(3)), costs, random.nextBoolean()),
        Decisions.ON_EVENTS,
        Noise.NONE,
        0.1 * random.nextInt(3),
        new Failures(Duration.ZERO, Duration.ZERO, Duration.ofSeconds(30)),
        Feedback.NONE,
        estimator,
        new RunLimits(Duration.ofHours(3), 100_000),
        List.of(1L),
        List.of(1.0),
        Optional.empty());
  }

  private static List<Event.OfNode> nodeChanges(long seed) {
    return seed % 2 == 0
        ? List.of()
        : List.of(
            new Event.NodeUp(at(50 + seed), THIRD),
            new Event.NodeDown(at(200 + seed), THIRD.id(), "the node failed"));
  }

  private static List<TimedCommand> story(long seed) {
    var random = new Random(seed);
    var story = new ArrayList<TimedCommand>();
    story.add(submit(0, "job-0", 300));
    int second = 0;
    for (int i = 1; i < COMMANDS; i++) {
      second += random.nextInt(20);
      story.add(
          i % 4 == 0
              ? submit(second, "job-" + i, 20 + random.nextInt(400))
              : new TimedCommand(at(second), command(random, i)));
    }
    return story;
  }

  private static Command command(Random random, int many) {
    var job = new JobId("job-" + 4 * random.nextInt(1 + many / 4));
    var node = new NodeId("node-" + random.nextInt(2));
    return switch (random.nextInt(10)) {
      case 0 -> new Command.Cancel(job, "no more");
      case 1 -> new Command.Hold(job, "not now");
      case 2, 3 -> new Command.Resume(job);
      case 4 -> new Command.Amend(spec(job.name(), 20 + random.nextInt(400)));
      case 5 -> new Command.Scale(job, Size.workers(1 + random.nextInt(4)));
      case 6 -> new Command.Unscale(job);
      case 7 -> new Command.Drain(node, "a new disk");
      case 8 -> new Command.Undrain(node);
      default ->
          random.nextBoolean()
              ? new Command.SetPolicy(POLICIES.get(random.nextInt(POLICIES.size())))
              : new Command.SetQueue(
                  new Queue(JobSpec.DEFAULT_QUEUE, Resources.gpus(4 + random.nextInt(7))));
    };
  }

  private static TimedCommand submit(int second, String name, double steps) {
    SpeedSpec speed = new Constant(1 + name.length() % 3).spec();
    return new TimedCommand(
        at(second), new Command.Submit(spec(name, steps), speed, Duration.ofSeconds(1)));
  }

  private static JobSpec spec(String name, double steps) {
    return JobSpec.of(
            new JobId(name),
            Demand.perWorker(Resources.gpus(1)),
            Bounds.workers(1, 4),
            Work.steps(steps))
        .withRescaleMode(name.hashCode() % 2 == 0 ? RescaleMode.HOT : RescaleMode.CHECKPOINT)
        .withRequest(Size.workers(2));
  }

  private static Instant at(long second) {
    return START.plusSeconds(second);
  }
}
