package dev.ductile.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Cluster;
import dev.ductile.api.Command;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.NodeId;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Size;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scenario.file.StateFile;
import dev.ductile.scenario.file.StateWriter;
import dev.ductile.scheduler.Controls;
import dev.ductile.scheduler.Decision;
import dev.ductile.scheduler.Ledger;
import dev.ductile.scheduler.Scheduler;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.scheduler.SchedulerParts;
import dev.ductile.scheduler.TimedCommand;
import dev.ductile.text.Document;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A state file carries all that a policy reads: from the picture of any round of a run, written as
 * a state file and read again, a new policy makes the plan of that round.
 */
@Tag("contract")
final class StateFileLawTest {
  private static final Catalog CATALOG = Catalog.installed();
  private static final int MOST_ROUNDS = 40;
  private static final int JOBS = 14;
  private static final int SEEDS = Integer.getInteger("ductile.seedFactor", 1);

  static Stream<String> policies() {
    return CATALOG.policies().stream().map(provider -> provider.profile().name());
  }

  @ParameterizedTest
  @MethodSource("policies")
  void aStateFileOfAnyRoundGivesThePlanOfThatRound(String policy) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      var _ = run(policy, seed);
    }
  }

  @Test
  void theRunsHaveAStoppedJobWhoseGangHasEnded() {
    assertThat(run("fifo", 1)).isPositive();
  }

  /** The number of rounds with a stopped job whose gang has ended. */
  private static int run(String name, long seed) {
    Scenario scenario = scenario(name, seed);
    Policy policy = policy(name, scenario, seed);
    List<TimedCommand> commands = commands(seed);
    var halfGangs = new AtomicInteger();
    try (World world =
        new World(
            scenario,
            CATALOG,
            seed,
            speeds -> merged(speeds, scenario, commands, seed),
            List.of())) {
      var scheduler =
          new Scheduler(
              SchedulerParts.of(policy, world, world, new Ledger(CATALOG))
                  .withControls(Controls.of(world.inbox()))
                  .withObserver(new RoundCheck(name, scenario, seed, halfGangs)));
      scheduler.runUntil(
          loop -> world.isOver() || world.isPastHorizon() || loop.decisions() >= MOST_ROUNDS);
      assertThat(scheduler.decisions()).isGreaterThan(10);
      return halfGangs.get();
    }
  }

  /** Decides once more on the state file of each round. */
  private record RoundCheck(String name, Scenario scenario, long seed, AtomicInteger halfGangs)
      implements SchedulerObserver {
    @Override
    public void decided(Cluster cluster, Plan plan) {
      String state = StateWriter.tree(cluster).toPrettyString();
      Cluster read = StateFile.of(Document.of("state", state).root(), CATALOG);
      Decision decision = Decision.of(read, policy(name, scenario, seed));

      assertThat(text(read, decision.plan()))
          .as("policy %s, seed %d, at %s, state %s", name, seed, cluster.now(), state)
          .isEqualTo(text(cluster, plan));
      halfGangs.addAndGet(
          (int) cluster.jobs().stream().filter(each -> isHalf(each, cluster)).count());
    }

    private static boolean isHalf(Job job, Cluster cluster) {
      return !job.spec().gang().isNone()
          && !job.holdsResources()
          && !job.manualOverride().held()
          && job.revision() > 0
          && cluster.jobs().stream().filter(each -> !each.spec().gang().isNone()).count() == 1;
    }

    private static String text(Cluster cluster, Plan plan) {
      var text = new StringBuilder();
      plan.grants()
          .forEach(grant ->
              text.append(
                  "%s gets %s %s%n"
                      .formatted(grant.job().id(), grant.allocation(), grant.rescaleMode())));
      plan.notes().forEach(note -> text.append(note).append('\n'));
      text.append(plan.reconsider()).append('\n');
      for (Job job : cluster.jobs()) {
        text.append("%s: %s%n".formatted(job.id(), plan.reasons().why(job).sentence()));
      }
      return text.toString();
    }
  }

  private static Policy policy(String name, Scenario scenario, long seed) {
    Choice choice = Choice.named(name);
    return CATALOG.policy(
        name.equals("lookahead") ? choice.with("budget", "10ms") : choice,
        CATALOG.placement(scenario.placement()),
        new Seed(seed).child("policy"));
  }

  private static Iterator<TimedCommand> merged(
      TrueSpeeds speeds, Scenario scenario, List<TimedCommand> commands, long seed) {
    var all = new ArrayList<>(commands);
    try (var jobs = scenario.workload().submissions(seed, 1)) {
      TrueSpeeds.submitting(jobs.iterator(), scenario.rescale())
          .apply(speeds)
          .forEachRemaining(all::add);
    }
    all.sort(Comparator.comparing(TimedCommand::due));
    return all.iterator();
  }

  /**
   * Users hold and scale jobs, and operators set a quota and drain a node for a while. The last job
   * of a gang is stopped for a moment after the other one has ended.
   */
  private static List<TimedCommand> commands(long seed) {
    long shift = 40 * seed;
    var first = new JobId("job-" + seed);
    var second = new JobId("job-" + (seed + 4));
    return List.of(
        at(20, new Command.Hold(new JobId("long"), "for a test")),
        at(25, new Command.Resume(new JobId("long"))),
        at(shift, new Command.SetQueue(new Queue("research", Resources.gpus(5)))),
        at(shift + 300, new Command.Drain(new NodeId("b-0"), "for a test")),
        at(shift + 310, new Command.Hold(first, "for a test")),
        at(shift + 320, new Command.Scale(second, new Size(2, 0))),
        at(shift + 700, new Command.Resume(first)),
        at(shift + 900, new Command.Undrain(new NodeId("b-0"))));
  }

  private static TimedCommand at(long second, Command command) {
    return new TimedCommand(Instant.ofEpochSecond(second), command);
  }

  private static Scenario scenario(String policy, long seed) {
    var random = new Random(seed);
    var text =
        new StringBuilder(
            """
            cluster: {nodes: [
              {id: a, count: 3, resources: {gpu: 4, cpu: 30, memory: 64GiB}},
              {id: b, count: 2, resources: {gpu: 2, cpu: 12, memory: 32GiB}, labels: {disk: ssd}}]}
            rescale: {start: 7s, checkpoint: [20s, 31.5s], hot: 3s}
            policies: [%s]
            workload: {jobs: [
            """
                .formatted(policy));
    for (int i = 0; i < JOBS; i++) {
      text.append(job(i, random)).append(",\n");
    }
    text.append(gang("short", 5)).append(",\n").append(gang("long", 900)).append("]}\n");
    return ScenarioFile.of(
        Document.of("law", text.toString()).root(), Path.of("law.yaml"), CATALOG);
  }

  private static String gang(String name, int steps) {
    return "{id: %s, arrived: 0, worker: {gpu: 1}, bounds: {workers: {max: 1}}, work: %d, gang: {name: pair, members: 2}, speed: {model: linear, stepsPerSecond: 1}}"
        .formatted(name, steps);
  }

  private static String job(int number, Random random) {
    boolean hasServers = random.nextInt(3) == 0;
    String bounds =
        random.nextBoolean()
            ? "{min: 1, max: 6}"
            : "{allowed: [1, 2, %d]}".formatted(4 + random.nextInt(3));
    return "{id: job-%d, arrived: %d, worker: {gpu: 1, cpu: %s, memory: 3GiB}, bounds: {workers: %s%s}, request: {workers: %d}, work: {total: %d%s}, speed: {model: linear, stepsPerSecond: %s, exponent: 0.%d}%s%s%s%s}"
        .formatted(
            number,
            random.nextInt(500),
            1 + random.nextInt(30) / 10.0,
            bounds,
            hasServers ? ", servers: {min: 1, max: 3}}, server: {cpu: 1" : "",
            1 + random.nextInt(2),
            100 + random.nextInt(3_000),
            random.nextInt(3) == 0 ? ", feedback: 30" : "",
            0.5 + random.nextDouble(),
            5 + random.nextInt(5),
            random.nextInt(3) == 0 ? ", mechanism: hot" : "",
            random.nextInt(3) == 0 ? ", cooldown: 90s, minimumRun: 200s" : "",
            random.nextInt(3) == 0 ? ", queue: research, priority: 2" : "",
            random.nextInt(4) == 0
                ? ", utility: {kind: sigmoid, gamma1: 50, gamma2: 5, gamma3: 0.05, unit: hours}"
                : "");
  }
}
