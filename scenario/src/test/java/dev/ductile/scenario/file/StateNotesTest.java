package dev.ductile.scenario.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Cluster;
import dev.ductile.scenario.Plugins;
import dev.ductile.text.Document;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The remarks on the jobs of a state. */
final class StateNotesTest {
  @Test
  void aJobWithAResourceThatNoNodeHasIsNoted() {
    Cluster cluster =
        read(
            """
            cluster: {capacity: {gpu: 4, cpu: 8}}
            jobs: [{id: a, worker: {gpus: 1}, work: 1}, {id: b, worker: {gpu: 1}, work: 1}]
            """);

    assertThat(StateFile.problems(cluster))
        .containsExactly(
            "job a can never run: needs 1 × gpus, and no node has any; did you mean \"gpu\"? known: cpu, gpu");
  }

  /** A drained node may come back, so a job that needs it can run again. */
  @Test
  void aJobThatNeedsADrainedNodeIsNoProblem() {
    Cluster cluster =
        read(
            """
            cluster: {nodes: [{id: small, resources: {cpu: 8}}, {id: large, resources: {gpu: 4}}]}
            drained: [large]
            jobs: [{id: a, worker: {gpu: 1}, work: 1}]
            """);

    assertThat(StateFile.problems(cluster)).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          bounds: {workers: {max: 1}}                     | job a holds 2, but its bounds are 1
          bounds: {workers: {max: 3}}, limit: {gpu: 1}    | job a holds 2 gpu, above its limit of 1 gpu
          bounds: {workers: {max: 3}}, limit: {gpu: 2}    |
          """)
  void aSizeThatARunningJobMayNotKeepIsNoted(String bounds, String note) {
    Cluster cluster =
        read(
            "cluster: {capacity: {gpu: 4}}\njobs: [{id: a, worker: {gpu: 1}, work: 1, running: {workers: 2}, %s}]"
                .formatted(bounds));

    assertThat(StateFile.notes(cluster)).isEqualTo(Stream.ofNullable(note).toList());
  }

  /** Two of the four devices have failed. */
  @Test
  void aNodeWithLessThanItsTasksUseIsNoted() {
    Cluster cluster =
        read(
            """
            cluster: {nodes: [{id: small, resources: {gpu: 2}}, {id: other, resources: {gpu: 4}}]}
            jobs:
              - {id: a, worker: {gpu: 1}, bounds: {workers: {max: 8}}, work: 1, running: {on: [{node: small, workers: 3}]}}
              - {id: b, worker: {gpu: 1}, bounds: {workers: {max: 8}}, work: 1, running: {on: [{node: small, workers: 1}, {node: other, workers: 1}]}}
            """);

    assertThat(StateFile.notes(cluster))
        .containsExactly("the tasks on small use 4 gpu, but it has 2 gpu");
  }

  @Test
  void jobsThatAreTooLargeForTheClusterAreNoted() {
    Cluster cluster =
        read(
            """
            cluster: {nodes: [{count: 2, resources: {cpu: 8, gpu: 4}}]}
            jobs:
              - {id: fits, worker: {gpu: 1, cpu: 2}, bounds: {workers: {min: 8}}, work: 1}
              - {id: many, worker: {gpu: 1, cpu: 1}, bounds: {workers: {min: 9}}, work: 1}
              - {id: wide, worker: {gpu: 5}, work: 1}
            """);

    assertThat(StateFile.notes(cluster))
        .containsExactly(
            "job many can never run: it needs 9 gpu, and the nodes that it may use have 8 gpu in all",
            "job wide can never run: one of its workers needs 5 gpu, and no node has as much");
    assertThat(StateFile.problems(cluster)).isEmpty();
  }

  /** The only node with the label may be down for a while. */
  @Test
  void aRequirementThatNoNodeMeetsIsAProblemOfTheJobOnly() {
    Cluster cluster =
        read(
            """
            cluster: {nodes: [{resources: {gpu: 4}, labels: {zone: east}}]}
            jobs: [{id: a, worker: {gpu: 1}, work: 1, nodeLabels: {disk: ssd}}]
            """);

    assertThat(StateFile.problems(cluster))
        .containsExactly(
            "job a can never run: nodeLabels has \"disk\", a label that no node has; known: zone");
    assertThat(StateFile.notes(cluster)).isEmpty();
  }

  private static Cluster read(String text) {
    return StateFile.of(Document.of("state.yaml", text).root(), Plugins.catalog());
  }
}
