package dev.ductile.simulator;

import dev.ductile.api.Estimator;
import dev.ductile.api.Event;
import dev.ductile.api.Placement;
import dev.ductile.api.Policy;
import dev.ductile.api.Seed;
import dev.ductile.history.Recorder;
import dev.ductile.history.Run;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Decisions;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.Submission;
import dev.ductile.scheduler.Controls;
import dev.ductile.scheduler.DecisionTimes;
import dev.ductile.scheduler.DecisionWatch;
import dev.ductile.scheduler.Inbox;
import dev.ductile.scheduler.Ledger;
import dev.ductile.scheduler.Scheduler;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.scheduler.SchedulerParts;
import dev.ductile.scheduler.TimedCommand;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Runs a scenario with the real scheduler in a simulated world. */
public final class Simulation {
  private final Scenario scenario;
  private static final Duration WITHOUT_LIMIT = Duration.ofDays(36_500);

  private final Catalog catalog;
  private final DecisionWatch watch;

  /** A simulation without a time limit for decisions. */
  public Simulation(Scenario scenario, Catalog catalog) {
    this(scenario, catalog, new DecisionWatch(WITHOUT_LIMIT, () -> 0));
  }

  public Simulation(Scenario scenario, Catalog catalog, DecisionWatch watch) {
    this.scenario = scenario;
    this.catalog = catalog;
    this.watch = watch;
  }

  /**
   * Runs one policy with one seed and load, to the end or to a limit of the scenario.
   *
   * @param detailed whether to record a timeline beside the figures
   */
  public Run run(
      Choice choice, long seed, double load, boolean detailed, SchedulerObserver watcher) {
    try (Stream<Submission> arrivals = scenario.workload().submissions(seed, load);
        World world = new World(scenario, catalog, arrivals.iterator(), seed)) {
      var label = new Label(choice, seed, load);
      return run(label, world, Controls.of(world.inbox()), detailed, watcher);
    }
  }

  /**
   * The same with an observer that sends commands, such as one that changes the policy.
   *
   * @param watcher makes the observer with the inbox of its commands
   */
  public Run controlled(
      Choice choice, long seed, double load, Function<Inbox, SchedulerObserver> watcher) {
    try (Stream<Submission> arrivals = scenario.workload().submissions(seed, load);
        World world = new World(scenario, catalog, arrivals.iterator(), seed)) {
      var controls = new Controls(world.inbox(), line -> policy(Choice.ofLine(line), seed));
      var label = new Label(choice, seed, load);
      return run(label, world, controls, true, watcher.apply(world.inbox()));
    }
  }

  /**
   * Runs a policy that is not installed, such as one that learns while it runs.
   *
   * @param name the policy's name in the results
   */
  public Run run(Policy policy, Choice name, long seed, double load, SchedulerObserver watcher) {
    try (Stream<Submission> arrivals = scenario.workload().submissions(seed, load);
        World world = new World(scenario, catalog, arrivals.iterator(), seed)) {
      var label = new Label(name, seed, load);
      return run(label, policy, world, Controls.of(world.inbox()), false, watcher);
    }
  }

  /**
   * Runs the commands of users, which submit the jobs of the scenario's workload, under the
   * scenario's first seed.
   *
   * @param choice the policy, until a command chooses another
   * @param commands in order of time
   * @param nodeChanges nodes that come and go beside those of the scenario
   */
  Run replay(Choice choice, List<TimedCommand> commands, List<Event.OfNode> nodeChanges) {
    var label = new Label(choice, scenario.seeds().getFirst(), 1);
    try (Stream<Submission> jobs = scenario.workload().submissions(label.seed(), label.load());
        World world =
            new World(
                scenario,
                catalog,
                label.seed(),
                TrueSpeeds.commanding(commands.iterator(), jobs.iterator()),
                nodeChanges)) {
      var controls = new Controls(world.inbox(), line -> policy(Choice.ofLine(line), label.seed()));
      return run(label, world, controls, true, SchedulerObserver.NONE);
    }
  }

  /** A run among those of an experiment. */
  private record Label(Choice choice, long seed, double load) {}

  private Run run(
      Label label, World world, Controls controls, boolean detailed, SchedulerObserver watcher) {
    Policy policy = policy(label.choice(), label.seed());
    return run(label, policy, world, controls, detailed, watcher);
  }

  private Run run(
      Label label,
      Policy policy,
      World world,
      Controls controls,
      boolean detailed,
      SchedulerObserver watcher) {
    var recorder = new Recorder(world.instant(), scenario.nodes(), catalog, detailed);
    Decisions decisions = scenario.decisions();
    var pace =
        new DecisionTimes(decisions.onEvents(), decisions.every(), decisions.leastInterval());
    Estimator estimator = scenario.estimator().map(catalog::estimator).orElse(Estimator.NONE);
    var scheduler =
        new Scheduler(
            SchedulerParts.of(policy, world, world, new Ledger(catalog, estimator))
                .withControls(controls)
                .withPace(pace)
                .withStability(scenario.stability())
                .withObserver(recorder.and(watcher)));
    long mostDecisions = scenario.limits().decisions();
    scheduler.runUntil(
        loop -> world.isOver() || world.isPastHorizon() || loop.decisions() >= mostDecisions);
    var counts =
        new Recorder.RunCounts(world.lostSeconds(), scheduler.decisions(), scheduler.rejections());
    return recorder.run(
        Results.label(scenario, label.choice()),
        label.seed(),
        label.load(),
        world.instant(),
        end(world),
        counts);
  }

  private Policy policy(Choice choice, long seed) {
    Placement placement = catalog.placement(scenario.placement());
    Seed stream = new Seed(seed).child("policy");
    return watch.over(choice.name(), catalog.policy(choice, placement, stream));
  }

  /** The bounds for the same jobs. */
  List<Bound> bounds(long seed, double load) {
    return Bound.of(scenario, catalog, seed, load);
  }

  static Run.End end(World world) {
    if (world.isOver()) {
      return Run.End.ALL_OVER;
    }
    return world.isPastHorizon() ? Run.End.HORIZON : Run.End.DECISIONS;
  }
}
