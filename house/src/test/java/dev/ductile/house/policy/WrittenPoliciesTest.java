package dev.ductile.house.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.Seed;
import dev.ductile.contracts.PolicyContract;
import dev.ductile.contracts.Schemas;
import dev.ductile.history.Run;
import dev.ductile.policies.placements.Consolidated;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.Choice;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.scheduler.Observer;
import dev.ductile.simulator.Simulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The policies of the guide, each one class, hold the contract and run as the guide says. */
final class WrittenPoliciesTest extends PolicyContract {
  private static final String SCENARIO =
      """
      cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}
      policies: [smallest-first, srtf]
      workload:
        jobs:
          - {id: large, arrived: 0, worker: {gpu: 1}, request: {workers: 4}, work: 100, speed: {model: linear, stepsPerSecond: 1}}
          - {id: small, arrived: 10, worker: {gpu: 1}, request: {workers: 2}, work: 100, speed: {model: linear, stepsPerSecond: 1}}
      """;

  @TempDir private Path folder;

  @Override
  protected Map<String, Supplier<Policy>> policies() {
    return Map.of(
        "smallest-first", () -> made(new SmallestFirst()),
        "first-takes-most", () -> made(new FirstTakesMost()));
  }

  @Override
  protected Set<String> resizing() {
    return Stream.of(new SmallestFirst(), new FirstTakesMost())
        .filter(PolicyProvider::resizes)
        .map(provider -> provider.profile().name())
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @ValueSource(classes = {OneEach.class, SmallestFirst.class, FirstTakesMost.class})
  void theGuideShowsExactlyThisClass(Class<?> type) throws IOException {
    Path root = Schemas.ROOT;
    String source =
        Files.readString(
            root.resolve(
                "house/src/test/java/%s.java".formatted(type.getName().replace('.', '/'))));
    String guide = Files.readString(root.resolve("docs/how-to/write-a-policy.md"));

    assertThat(guide).contains(source.substring(source.indexOf("/**")));
  }

  /** The large job makes 40 of 100 steps, waits 50 s for the small one, and then ends in 15 s. */
  @Test
  void aLargeJobIsStoppedForALaterSmallOne() throws IOException {
    Map<String, Double> seconds = new TreeMap<>();
    simulated(new SmallestFirst())
        .outcomes()
        .forEach(outcome -> seconds.put(outcome.job(), outcome.completion()));

    assertThat(seconds).isEqualTo(Map.of("small", 50.0, "large", 75.0));
  }

  private Run simulated(PolicyProvider<?> provider) throws IOException {
    Catalog installed = Catalog.installed();
    var policies = new ArrayList<PolicyProvider<?>>(installed.policies());
    policies.add(provider);
    var catalog =
        new Catalog(
            policies,
            installed.placements(),
            installed.speeds(),
            installed.estimators(),
            installed.formats());
    Path file = Files.writeString(folder.resolve("scenario.yaml"), SCENARIO);
    Scenario scenario = ScenarioFile.read(file, catalog);
    return new Simulation(scenario, catalog)
        .run(Choice.named(provider.profile().name()), 1, 1, false, Observer.NONE);
  }

  private static <S extends Record> Policy made(PolicyProvider<S> provider) {
    return provider.create(
        provider.defaults(), PolicyContext.of(new Consolidated(), new Seed(1).child("policy")));
  }
}
