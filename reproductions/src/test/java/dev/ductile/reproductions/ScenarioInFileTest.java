package dev.ductile.reproductions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ductile.reproductions.experiment.ExperimentRunner;
import dev.ductile.scenario.Catalog;
import dev.ductile.simulator.Experiment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioInFileTest {
  private static final String SCENARIO =
      """
      cluster: {capacity: {gpu: 4}}
      workload:
        jobs:
          - {id: a, worker: {gpu: 4}, work: 10, speed: {model: constant, stepsPerSecond: 1}}
          - {id: b, worker: {gpu: 4}, work: 2, speed: {model: constant, stepsPerSecond: 1}}
      policies: [srtf]
      seeds: [5]
      """;

  private static final String FIGURE =
      """
      title: Time
      paper: {authors: Nobody, venue: Nowhere, year: 2020}
      figure: Fig. 1
      x: {label: Contention}
      y: {label: Time}
      experiment:
        simulate: scenario.yaml
        measure: mean-completion
        x: [some]
        lines: [{name: fifo, policy: fifo}]
      claims: [{claim: so, checks: [{line: fifo, x: some, above: 1}]}]
      """;

  @TempDir private Path folder;

  @Test
  void theLinesReplaceThePoliciesOfAFile() throws IOException {
    Files.writeString(folder.resolve("scenario.yaml"), SCENARIO);
    Path file = Files.writeString(folder.resolve("nobody-fig-1.yaml"), FIGURE);
    Reproduced one =
        Reproduced.of(
            ReproductionFile.read(file, false),
            new ExperimentRunner(Catalog.installed(), 2, Experiment.ProgressListener.NONE));

    assertThat(one.grid().cell(0, 0).mean()).isCloseTo(11, within(1e-6));
  }
}
