package dev.ductile.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.history.Figures;
import dev.ductile.history.Run;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scheduler.SchedulerObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Speeds that are learned while jobs run: the gain of policies with wrong expected speeds. */
@Tag("seeds")
final class LearningTest {
  private static final Catalog CATALOG = Catalog.installed();
  private static final int SEEDS = 10;

  private static final String SCENARIO =
      """
      cluster: {nodes: [{count: 4, resources: {gpu: 4}}]}
      workload:
        generate:
          jobs: 60
          arrivals: {poisson: {perHour: 40}}
          mix:
            - name: fast
              worker: {gpu: 1}
              bounds: {workers: {max: 8}}
              request: {workers: 2}
              work: {lognormal: {median: 2000, sigma: 1}}
              speed: {model: linear, stepsPerSecond: 2, exponent: 0.9}
              expectedSpeed: {model: linear, stepsPerSecond: 0.5, exponent: 0.9}
            - name: slow
              worker: {gpu: 1}
              bounds: {workers: {max: 8}}
              request: {workers: 2}
              work: {lognormal: {median: 1000, sigma: 1}}
              speed: {model: linear, stepsPerSecond: 0.5, exponent: 0.6}
              expectedSpeed: {model: linear, stepsPerSecond: 2, exponent: 0.9}
      policies: [srtf, hell]
      rescale: {start: 5s, cost: 10s}
      """;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"srtf", "hell"})
  void aPolicyDoesBetterWithLearnedSpeedsThanWithWrongOnes(String policy) throws IOException {
    Scenario misjudged = scenario(SCENARIO);
    double wrong = completion(misjudged, policy);
    double learned = completion(scenario(SCENARIO + "estimator: online\n"), policy);
    double right = completion(scenario(withoutExpected(SCENARIO)), policy);

    assertThat(right).isLessThan(wrong);
    assertThat(learned).isLessThan(right + (wrong - right) / 2);
  }

  private double completion(Scenario scenario, String policy) {
    return LongStream.rangeClosed(1, SEEDS)
        .mapToObj(seed -> run(scenario, policy, seed, SchedulerObserver.NONE))
        .map(Run::figures)
        .mapToDouble(Figures::averageCompletion)
        .average()
        .orElseThrow();
  }

  private static Run run(Scenario scenario, String policy, long seed, SchedulerObserver observer) {
    return new Simulation(scenario, CATALOG).run(Choice.named(policy), seed, 1, false, observer);
  }

  private Scenario scenario(String text) throws IOException {
    return ScenarioFile.read(Files.writeString(folder.resolve("scenario.yaml"), text), CATALOG);
  }

  private static String withoutExpected(String text) {
    return text.replaceAll(".*expectedSpeed.*\\n", "");
  }
}
