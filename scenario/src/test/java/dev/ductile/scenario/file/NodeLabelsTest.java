package dev.ductile.scenario.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.Device;
import dev.ductile.api.Labels;
import dev.ductile.api.Size;
import dev.ductile.scenario.Plugins;
import dev.ductile.scenario.Scenario;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Labels and device types of nodes, and the requirements of jobs, in files. */
final class NodeLabelsTest {
  private static final String CLUSTER =
      """
      cluster:
        nodes:
          - {id: old, count: 2, resources: {gpu: 4}, labels: {zone: east}}
          - {id: new, resources: {gpu: 8}, labels: {zone: east, disk: ssd, row: 7}, deviceType: a100}
      """;

  private static final String JOBS =
      """
      workload:
        jobs:
          - {id: a, worker: {gpu: 1}, work: 10, nodeLabels: {zone: east, row: 7}, deviceType: a100}
          - {id: b, worker: {gpu: 1}, work: 10}
      policies: [plain]
      """;

  @TempDir private Path folder;

  @Test
  void nodesHaveLabelsAndJobsRequireThem() throws IOException {
    Scenario scenario = scenario(CLUSTER + JOBS);

    assertThat(scenario.nodes().get(0).labels()).isEqualTo(Labels.of("zone", "east"));
    assertThat(scenario.nodes().get(2).labels().values())
        .isEqualTo(Map.of("zone", "east", "disk", "ssd", "row", "7"));
    assertThat(scenario.nodes().get(2).device()).isEqualTo(new Device("gpu", "a100"));
    Demand demand = demand(scenario, 0);
    assertThat(demand.requirement()).contains("gpu type a100 and row=7 and zone=east");
    assertThat(scenario.nodes().eligibleCount(demand)).isEqualTo(1);
    assertThat(demand(scenario, 1).isAnywhere()).isTrue();
  }

  @Test
  void aJobWithoutBoundsIsLimitedByItsEligibleNodes() throws IOException {
    Scenario scenario = scenario(CLUSTER + JOBS);

    assertThat(scenario.workload().submissions(1, 1).map(job -> job.spec().bounds().most()))
        .containsExactly(Size.workers(8), Size.workers(16));
  }

  @Test
  void theAcceleratorOfAClusterIsNamedInItsFile() throws IOException {
    Scenario scenario =
        scenario(
            """
            cluster: {device: npu, nodes: [{resources: {npu: 8, cpu: 64}, deviceType: n910}]}
            workload: {jobs: [{worker: {npu: 2, cpu: 1}, work: 10, deviceType: n910}]}
            policies: [plain]
            """);

    assertThat(scenario.nodes().device()).contains("npu");
    assertThat(demand(scenario, 0).devices(Size.workers(3))).isEqualTo(6);
    assertThat(demand(scenario, 0).requirement()).contains("npu type n910");
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          row: 7}, deviceType: a100} | rwo: 7}} | nodeLabels has "rwo", a label that no node has; did you mean "row"? known: disk, row, zone
          zone: east, row: 7         | zone: esat | nodeLabels has zone=esat, a value that no node has; did you mean "east"? known: east
          deviceType: a100}          | deviceType: a10} | deviceType is "a10", which no node has; did you mean "a100"? known: a100
          deviceType: a100}          | deviceTyp: a100} | unknown key "deviceTyp" in workload.jobs[0]; did you mean "deviceType"?
          deviceType: a100}          | deviceType: a b} | device type name "a b" has the character ' '
          row: 7}, deviceType        | 'r w': 7}, deviceType | label name "r w" has the character ' '
          """)
  void aRequirementThatNoNodeMeetsIsAMistake(String good, String bad, String message) {
    assertThat(CLUSTER + JOBS).contains(good);
    String text = CLUSTER + JOBS.replace(good, bad);
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> scenario(text))
        .withMessageContaining("labels.yaml:7:")
        .withMessageContaining(message);
  }

  @Test
  void labelsThatNoNodeHasTogetherAreAMistake() {
    String text =
        CLUSTER.replace("disk: ssd, row: 7}", "disk: ssd}").replace("zone: east}}", "row: 7}}");
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> scenario(text + JOBS))
        .withMessageContaining(
            "no node has all that the job requires of its nodes: gpu type a100 and row=7 and zone=east");
  }

  @Test
  void aRunningJobOfAStateIsOnNodesThatItMayUseUnlessTheFileNamesOthers() throws IOException {
    String job = "jobs: [{worker: {gpu: 1}, work: 9, nodeLabels: {disk: ssd}, running: %s}]\n";

    assertThat(state(CLUSTER + job.formatted("{workers: 2}")).jobs().iterator().next().allocation())
        .hasToString("2 on new");
    Cluster other = state(CLUSTER + job.formatted("{on: [{node: old-1, workers: 1}]}"));
    assertThat(StateFile.notes(other))
        .containsExactly(
            "job job-0 has tasks on old-1, which has zone=east, but the job requires disk=ssd");
  }

  private static Demand demand(Scenario scenario, int job) {
    return scenario
        .workload()
        .submissions(1, 1)
        .skip(job)
        .findFirst()
        .orElseThrow()
        .spec()
        .demand();
  }

  private Scenario scenario(String text) throws IOException {
    return ScenarioFile.read(written(text), Plugins.catalog());
  }

  private Cluster state(String text) throws IOException {
    return StateFile.read(written(text), Plugins.catalog());
  }

  private Path written(String text) throws IOException {
    return Files.writeString(folder.resolve("labels.yaml"), text);
  }
}
