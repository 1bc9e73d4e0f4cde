package dev.ductile.scenario.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ductile.contracts.Schemas;
import dev.ductile.scenario.Plugins;
import dev.ductile.text.Document;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaTest {
  @TempDir private Path folder;

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          policies: []
          polices: [plain]
          policies: [plain], seeds: [one]
          policies: [plain], seeds: [1, 1]
          policies: [plain], loads: [0]
          policies: [plain], rescale: {cost: fast}
          policies: [plain], rescale: {cost: [-1s]}
          policies: [plain], decisions: {each: 60s}
          policies: [plain], noise: {perRun: -1}
          policies: [plain], feedback: {kill: 2}
          policies: [plain], colocation: 1
          policies: [plain], limits: {decisions: 0}
          policies: [{alpha: 1}]
          """)
  void schemaAndReaderRefuseTheSameKeys(String keys) throws IOException {
    requireBothRefuse(
        "cluster: {capacity: {gpu: 1}}, workload: {jobs: [{worker: {gpu: 1}, work: 1}]}, " + keys);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                                    | {jobs: [{worker: {gpu: 1}, work: 1}]}
          {nodes: []}                                           | {jobs: [{worker: {gpu: 1}, work: 1}]}
          {nodes: [{count: 0, resources: {gpu: 1}}]}            | {jobs: [{worker: {gpu: 1}, work: 1}]}
          {capacity: {gpu: -1}}                                 | {jobs: [{worker: {gpu: 1}, work: 1}]}
          {capacity: {gpu: many}}                               | {jobs: [{worker: {gpu: 1}, work: 1}]}
          {capacity: {gpu: 1}}                                  | {}
          {capacity: {gpu: 1}}                                  | {jobs: []}
          {capacity: {gpu: 1}}                                  | {format: swf}
          {capacity: {gpu: 1}}                                  | {jobs: [{work: 1}]}
          {capacity: {gpu: 1}}                                  | {jobs: [{worker: {gpu: 1}}]}
          {capacity: {gpu: 1}}                                  | {jobs: [{worker: {gpu: 1}, work: 0}]}
          {capacity: {gpu: 1}}                                  | {jobs: [{worker: {gpu: 1}, work: 1, shape: ring}]}
          {capacity: {gpu: 1}}                                  | {jobs: [{worker: {gpu: 1}, work: 1, running: {workers: 1}}]}
          {capacity: {gpu: 1}}                                  | {jobs: [{worker: {gpu: 1}, work: 1, bounds: {workers: {min: -1}}}]}
          {capacity: {gpu: 1}}                                  | {jobs: [{worker: {gpu: 1}, work: 1, request: {}}]}
          {capacity: {gpu: 1}}                                  | {jobs: [{worker: {gpu: 1}, work: 1, program: {env: {}}}]}
          {capacity: {gpu: 1}}                                  | {jobs: [{worker: {gpu: 1}, work: 1, speed: {points: []}}]}
          {capacity: {gpu: 1}}                                  | {generate: {jobs: 1, arrivals: {poisson: {perHour: 0}}, mix: [{worker: {gpu: 1}, work: 1}]}}
          {capacity: {gpu: 1}}                                  | {generate: {jobs: 1, arrivals: {table: [1]}, mix: [{worker: {gpu: 1}, work: 1}]}}
          {capacity: {gpu: 1}}                                  | {generate: {jobs: 1, arrivals: {poisson: {perHour: 1}}, mix: []}}
          {capacity: {gpu: 1}}                                  | {generate: {jobs: 1, arrivals: {poisson: {perHour: 1}}, mix: [{id: a, worker: {gpu: 1}, work: 1}]}}
          {capacity: {gpu: 1}}                                  | {generate: {jobs: 1, arrivals: {poisson: {perHour: 1}}, mix: [{worker: {gpu: 1}, work: {min: 1}}]}}
          """)
  void schemaAndReaderRefuseWrongClustersAndWorkloads(String cluster, String workload)
      throws IOException {
    requireBothRefuse("cluster: %s, workload: %s, policies: [plain]".formatted(cluster, workload));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {worker: {gpu: 1}, work: 1, phase: warm}
          {worker: {gpu: 1}, work: 1, attained: -1}
          {worker: {gpu: 1}, work: 1, utility: 7}
          {worker: {gpu: 1}, work: 1, running: {workers: -1}}
          {worker: {gpu: 1}, work: 1, running: {on: [{workers: 1}]}}
          {worker: {gpu: 1}, work: 1, weight: 1}
          """)
  void schemaAndReaderRefuseWrongStates(String job) throws IOException {
    String text = "{cluster: {capacity: {gpu: 1}}, jobs: [%s]}".formatted(job);
    Path file = Files.writeString(folder.resolve("s.yaml"), text);
    JsonNode tree = Document.of("s", text).root().node();

    assertThat(new Schemas().complaints(Schemas.STATE, tree)).isNotEmpty();
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> StateFile.read(file, Plugins.catalog()));
  }

  private void requireBothRefuse(String keys) throws IOException {
    String text = "{" + keys + "}";
    Path file = Files.writeString(folder.resolve("s.yaml"), text);
    JsonNode tree = Document.of("s", text).root().node();

    assertThat(new Schemas().complaints(Schemas.SCENARIO, tree)).isNotEmpty();
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> ScenarioFile.read(file, Plugins.catalog()));
  }
}
