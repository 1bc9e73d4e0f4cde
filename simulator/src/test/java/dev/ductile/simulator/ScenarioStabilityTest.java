package dev.ductile.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.NodeId;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.Reason;
import dev.ductile.api.Size;
import dev.ductile.models.LinearModel;
import dev.ductile.policies.placements.Consolidated;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scheduler.SchedulerObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The key {@code stability} of a scenario file limits what a policy does to a simulated job. */
final class ScenarioStabilityTest {
  private static final Catalog CATALOG =
      new Catalog(
          List.of(new Swinging()),
          List.of(new Consolidated()),
          List.of(new LinearModel()),
          List.of(),
          List.of());

  private static final String SCENARIO =
      """
      cluster: {nodes: [{count: 1, resources: {gpu: 2}}]}
      policies: [swinging]
      decisions: {every: 10s}
      workload:
        jobs:
          - {worker: {gpu: 1}, bounds: {workers: {max: 2}}, work: 3600, speed: {model: linear, stepsPerSecond: 1}}
      """;

  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

  @TempDir private Path folder;

  @Test
  void withoutTheKeyTheJobChangesInEveryDecision() throws IOException {
    Watcher watcher = simulated("");

    assertThat(watcher.gaps()).hasSizeGreaterThan(200).containsOnly(TEN_SECONDS);
    assertThat(watcher.reasons).doesNotContain(Reason.Kind.ALTERNATING, Reason.Kind.COOLING_DOWN);
  }

  @Test
  void afterACooldownItMayChangeAgain() throws IOException {
    Watcher watcher = simulated("stability: {cooldown: 45s, period: 5m, returns: 100}");

    assertThat(watcher.gaps()).hasSizeGreaterThan(30).containsOnly(Duration.ofSeconds(45));
  }

  @Test
  void afterItsMinimumRunItMayChange() throws IOException {
    Watcher watcher = simulated("stability: {minimumRun: 95s, period: 5m, returns: 100}");

    assertThat(watcher.gaps().getFirst()).isEqualTo(Duration.ofSeconds(95));
    assertThat(watcher.gaps().stream().skip(1)).allMatch(gap -> gap.compareTo(TEN_SECONDS) <= 0);
  }

  @Test
  void aJobThatAlternatesRestsForAGrowingTime() throws IOException {
    Watcher watcher = simulated("stability: {returns: 2, firstRest: 1m}");

    assertThat(watcher.gaps().stream().limit(4)).containsOnly(TEN_SECONDS);
    assertThat(watcher.gaps())
        .contains(Duration.ofMinutes(1), Duration.ofMinutes(2), Duration.ofMinutes(4));
    assertThat(watcher.reasons).contains(Reason.Kind.ALTERNATING);
  }

  @Test
  void aJobWhoseChangesCostMuchRestsForAGrowingTime() throws IOException {
    Watcher watcher =
        simulated(
            """
            rescale: {cost: 2s}
            stability: {period: 10m, paused: 0.02, returns: 100, firstRest: 3m, longestRest: 5m}
            """);

    assertThat(watcher.gaps().stream().limit(6)).containsOnly(TEN_SECONDS);
    assertThat(watcher.gaps()).contains(Duration.ofMinutes(3), Duration.ofMinutes(5));
    assertThat(watcher.gaps()).noneMatch(gap -> gap.compareTo(Duration.ofMinutes(5)) > 0);
    assertThat(watcher.reasons).contains(Reason.Kind.COOLING_DOWN);
  }

  private Watcher simulated(String stability) throws IOException {
    Path file = Files.writeString(folder.resolve("scenario.yaml"), SCENARIO + stability + "\n");
    Scenario scenario = ScenarioFile.read(file, CATALOG);
    var watcher = new Watcher();
    int finished =
        new Simulation(scenario, CATALOG)
            .run(Choice.named("swinging"), 1, 1, false, watcher)
            .figures()
            .finished();
    assertThat(finished).isOne();
    return watcher;
  }

  private static final class Watcher implements SchedulerObserver {
    private final List<Instant> changes = new ArrayList<>();
    private final List<Reason.Kind> reasons = new ArrayList<>();

    @Override
    public void happened(Event event) {
      if (event instanceof Event.Allocated) {
        changes.add(event.at());
      }
    }

    @Override
    public void decided(Cluster cluster, Plan plan) {
      cluster.jobs().forEach(job -> reasons.add(plan.reasons().why(job).kind()));
    }

    /** The times between two changes; the first one is the start. */
    private List<Duration> gaps() {
      var gaps = new ArrayList<Duration>();
      for (int change = 1; change < changes.size(); change++) {
        gaps.add(Duration.between(changes.get(change - 1), changes.get(change)));
      }
      return gaps;
    }
  }

  /** Settings of a policy that has none. */
  record Nothing() {}

  /** Gives each job one worker and two in turn. */
  private static final class Swinging implements PolicyProvider<Nothing> {
    @Override
    public Profile profile() {
      return new Profile("swinging", "", "gives one worker and two in turn");
    }

    @Override
    public Nothing defaults() {
      return new Nothing();
    }

    @Override
    public Policy create(Nothing settings, PolicyContext context) {
      return Swinging::decide;
    }

    private static Plan decide(Cluster cluster) {
      List<Grant> grants =
          cluster.jobs().stream()
              .filter(job -> !job.isProtected(cluster.now()))
              .map(job -> new Grant(job, other(job)))
              .toList();
      return Plan.of(grants, _ -> Reason.of(Reason.Kind.KEPT, "it is the turn of this size"));
    }

    private static Allocation other(Job job) {
      int workers = job.allocation().workers() == 1 ? 2 : 1;
      return Allocation.on(new NodeId("node-0"), Size.workers(workers));
    }
  }
}
