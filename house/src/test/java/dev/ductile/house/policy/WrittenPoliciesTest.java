package dev.ductile.house.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.PolicyProvider;
import dev.ductile.cli.policy.PolicySkeleton;
import dev.ductile.contracts.Schemas;
import dev.ductile.history.Run;
import dev.ductile.laws.PolicyLaws;
import dev.ductile.policies.placements.Spread;
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
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The policies of the guide compile as they stand there, keep the laws and run as it says. */
@Tag("contract")
final class WrittenPoliciesTest {
  private static final Pattern BLOCK =
      Pattern.compile("^```java\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern TYPE = Pattern.compile("public final class (\\w+)");
  private static final String SCENARIO =
      """
      cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}
      policies: [smallest-first, srtf]
      workload:
        jobs:
          - {id: large, arrived: 0, worker: {gpu: 1}, request: {workers: 4}, work: 100, speed: {model: linear, stepsPerSecond: 1}}
          - {id: small, arrived: 10, worker: {gpu: 1}, request: {workers: 2}, work: 100, speed: {model: linear, stepsPerSecond: 1}}
      """;

  @TempDir private static Path written;
  private static final Map<String, String> SOURCES = new TreeMap<>();
  private static CompiledPolicies page = new CompiledPolicies(Path.of(""));

  @TempDir private Path folder;

  @BeforeAll
  static void compileTheBlocksOfThePage() throws IOException {
    String guide = Files.readString(Schemas.ROOT.resolve("docs/how-to/write-a-policy.md"));
    for (String source : BLOCK.matcher(guide).results().map(block -> block.group(1)).toList()) {
      var type = TYPE.matcher(source);
      assertThat(type.find()).as(source).isTrue();
      SOURCES.put(type.group(1), source);
      Files.writeString(written.resolve(type.group(1) + ".java"), source);
    }
    page = CompiledPolicies.of(written, Files.createDirectory(written.resolve("classes")));
  }

  /** With another placement than the tests of new policies, which have the same sources. */
  @Test
  void everyPolicyOfThePageKeepsTheLaws() {
    assertThat(SOURCES).containsOnlyKeys("OneEach", "SmallestFirst", "FirstTakesMost");
    for (String type : SOURCES.keySet()) {
      PolicyLaws.of(page.provider(type), new Spread().create()).require();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "plain, one-each, OneEach",
    "ordering, smallest-first, SmallestFirst",
    "sizing, first-takes-most, FirstTakesMost"
  })
  void aNewPolicyIsThatOfThePage(PolicySkeleton.Kind kind, String name, String type) {
    assertThat(new PolicySkeleton(name, kind).source()).isEqualTo(SOURCES.get(type));
    assertThat(page.provider(type).profile().name()).isEqualTo(name);
  }

  /** {@code NewPolicyTest} shows the build; this shows the other kinds, without processes. */
  @ParameterizedTest
  @EnumSource
  void theTestOfEveryNewPolicyPasses(PolicySkeleton.Kind kind) throws IOException {
    Map<String, String> files = new PolicySkeleton("my-" + kind, kind).files("ductile");
    for (var file : files.entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
    Path classes = Files.createDirectory(folder.resolve("classes"));
    String type =
        "My" + kind.name().substring(0, 1).toUpperCase(Locale.ROOT) + kind.name().substring(1);

    CompiledPolicies.of(folder, classes).run(type + "Test");
    Scenario compared =
        ScenarioFile.read(
            folder.resolve("compare.yaml"), catalog(new CompiledPolicies(classes).provider(type)));
    assertThat(compared.policies().getFirst().name()).isEqualTo("my-" + kind);
  }

  /** The large job makes 40 of 100 steps, waits 50 s for the small one, and then ends in 15 s. */
  @Test
  void aLargeJobIsStoppedForALaterSmallOne() throws IOException {
    Map<String, Double> seconds = new TreeMap<>();
    simulated(page.provider("SmallestFirst"))
        .outcomes()
        .forEach(outcome -> seconds.put(outcome.job(), outcome.completion()));

    assertThat(seconds).isEqualTo(Map.of("small", 50.0, "large", 75.0));
  }

  private Run simulated(PolicyProvider<?> provider) throws IOException {
    Catalog catalog = catalog(provider);
    Path file = Files.writeString(folder.resolve("scenario.yaml"), SCENARIO);
    Scenario scenario = ScenarioFile.read(file, catalog);
    return new Simulation(scenario, catalog)
        .run(Choice.named(provider.profile().name()), 1, 1, false, SchedulerObserver.NONE);
  }

  private static Catalog catalog(PolicyProvider<?> provider) {
    Catalog installed = Catalog.installed();
    var policies = new ArrayList<PolicyProvider<?>>(installed.policies());
    policies.add(provider);
    return new Catalog(
        policies,
        installed.placements(),
        installed.speeds(),
        installed.estimators(),
        installed.formats());
  }
}
