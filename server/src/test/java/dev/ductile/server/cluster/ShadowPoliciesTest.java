package dev.ductile.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Cluster;
import dev.ductile.api.Plan;
import dev.ductile.api.Seed;
import dev.ductile.rest.ShadowView;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scheduler.SchedulerObserver;
import dev.ductile.simulator.Simulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The law of policies in shadow: the acting decisions are those without them. */
class ShadowPoliciesTest {
  private static final Catalog CATALOG = OddPolicies.catalog();
  private static final List<Choice> SHADOWS =
      Stream.of("srtf", "max-min", "failing", "endless").map(Choice::named).toList();
  private static final String SCENARIO =
      """
      cluster: {nodes: [{count: 4, resources: {gpu: 4}}]}
      workload:
        generate:
          jobs: 40
          arrivals: {poisson: {perHour: 60}}
          mix:
            - worker: {gpu: 1}
              bounds: {workers: {min: 1, max: 4}}
              work: {min: 200, max: 4000}
              speed: {model: linear, stepsPerSecond: 1, exponent: 0.9}
      policies: [fifo]
      """;

  @TempDir private Path folder;
  private Scenario scenario;

  @BeforeEach
  void read() throws IOException {
    Path file = folder.resolve("scenario.yaml");
    Files.writeString(file, SCENARIO);
    scenario = ScenarioFile.read(file, CATALOG);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void actingDecisionsAreThoseWithoutShadows(long seed) {
    for (String acting : List.of("fifo", "max-min", "marginal")) {
      List<String> alone = decisions(Choice.named(acting), seed, SchedulerObserver.NONE);
      try (var shadows = shadows(acting)) {
        assertThat(decisions(Choice.named(acting), seed, shadows))
            .as("%s with seed %d", acting, seed)
            .isNotEmpty()
            .isEqualTo(alone);
      }
    }
  }

  @Test
  void everyPictureIsComparedOrCountedAsSkippedOrFailed() {
    try (var shadows = shadows("fifo")) {
      int decisions = decisions(Choice.named("fifo"), 1, shadows).size();

      for (ShadowView view : shadows.views()) {
        long underWay = decisions - view.decisions() - view.skipped() - view.failures();
        assertThat(underWay).as(view.toString()).isBetween(0L, 1L);
      }
      assertThat(shadows.views().get(3).skipped()).isEqualTo(decisions - 1);
      assertThat(shadows.views().get(2).failures()).isPositive();
    }
  }

  private static ShadowPolicies shadows(String acting) {
    return new ShadowPolicies(
        SHADOWS,
        choice ->
            CATALOG.policy(
                choice, CATALOG.placement(Scenario.DEFAULT_PLACEMENT), new Seed(1).child("policy")),
        () -> acting);
  }

  private List<String> decisions(Choice policy, long seed, SchedulerObserver shadows) {
    var decisions = new ArrayList<String>();
    var recorder =
        new SchedulerObserver() {
          @Override
          public void decided(Cluster cluster, Plan plan) {
            decisions.add(cluster.now() + " " + plan.grants());
          }
        };
    new Simulation(scenario, CATALOG).run(policy, seed, 1, false, shadows.and(recorder));
    return decisions;
  }
}
