package dev.ductile.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.history.Outcome;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scheduler.SchedulerObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs of a trace that become elastic keep the times of the trace at the sizes they ask for. */
final class ElasticTraceLawTest {
  private static final Catalog CATALOG = Catalog.installed();
  private static final int SEEDS = 5 * Integer.getInteger("ductile.seedFactor", 1);
  private static final int JOBS = 40;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{speed: {model: linear, stepsPerSecond: 3, exponent: 0.5}}",
        "{workers: {max: 16}, speed: {model: profile, name: resnet50@h200, link: 25Gbps}}",
        "{speed: {model: ring, examples: 128, forward: 0.0008, backward: 0.0018, bytes: 6.9e6, latency: 1e-5, perByte: 1e-9, reducePerByte: 1e-10}}",
        "{speed: {model: table, points: [{workers: 1, stepsPerSecond: 3}, {workers: 8, stepsPerSecond: 15}]}}"
      })
  void underAPolicyThatOnlyOrdersJobsNoCompletionChanges(String elastic) throws IOException {
    for (long seed = 0; seed < SEEDS; seed++) {
      Files.writeString(folder.resolve("jobs.csv"), trace(new Random(seed)));
      List<Outcome> fixed = outcomes("trace: jobs.csv");
      List<Outcome> resizable = outcomes("trace: jobs.csv, elastic: " + elastic);

      assertThat(resizable).hasSameSizeAs(fixed);
      for (int i = 0; i < fixed.size(); i++) {
        assertThat(resizable.get(i).completion())
            .as("job %d, seed %d", i, seed)
            .isCloseTo(fixed.get(i).completion(), within(1e-6));
      }
    }
  }

  private List<Outcome> outcomes(String workload) throws IOException {
    String text =
        """
        cluster: {nodes: [{count: 2, resources: {gpu: 8}}]}
        workload: {%s}
        policies: [srtf]
        """
            .formatted(workload);
    Scenario scenario =
        ScenarioFile.read(Files.writeString(folder.resolve("s.yaml"), text), CATALOG);
    return new Simulation(scenario, CATALOG)
        .run(Choice.named("srtf"), 1, 1, false, SchedulerObserver.NONE)
        .outcomes();
  }

  private static String trace(Random random) {
    var table = new StringBuilder("timestamp,duration,num_gpus,gpu_time,cluster\n");
    for (int i = 0; i < JOBS; i++) {
      table.append(
          "%d,%s,%d,0,a%n"
              .formatted(i * 20, 1 + random.nextInt(100_000) / 1000.0, 1 << random.nextInt(5)));
    }
    return table.toString();
  }
}
