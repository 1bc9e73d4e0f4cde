package dev.ductile.reproductions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.reproductions.claim.CheckedClaim;
import dev.ductile.reproductions.claim.Verdict;
import dev.ductile.reproductions.experiment.ExperimentRunner;
import dev.ductile.scenario.Catalog;
import dev.ductile.simulator.Experiment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecideTest {
  private static final String FILE =
      """
      title: Half of what there is
      paper: {authors: Nobody, venue: Nowhere, year: 2020}
      figure: Fig. 1
      x: {label: Capacity}
      y: {label: Devices in use, unit: percent}
      experiment:
        decide:
          cluster: {capacity: {gpu: = 10 * x}}
          jobs:
            - repeat: 20
              let: {size: {draw: {min: 1, max: 4, whole: true}}}
              each:
                worker: {gpu: = size}
                work: {draw: {min: 10, max: 20}}
        measure: {used: gpu}
        x: [1, 2, 4, 1000]
        lines:
          - {name: fifo, policy: fifo}
          - {name: fewer, policy: srtf, set: {jobs.0.repeat: 2}}
        seeds: 1..5
      claims:
        - claim: More jobs use more.
          checks:
            - {line: fewer, below: fifo, by: 30%, from: 2}
            - {line: fifo, least: 1000}
        - claim: Nobody knows.
      """;

  @TempDir private Path folder;

  @Test
  void policiesDecideOnDrawnPictures() throws IOException {
    Path file = Files.writeString(folder.resolve("nobody-fig-1.yaml"), FILE);
    Reproduced one =
        Reproduced.of(
            ReproductionFile.read(file, false),
            new ExperimentRunner(Catalog.installed(), 2, Experiment.ProgressListener.NONE));

    assertThat(one.claims())
        .extracting(CheckedClaim::verdict)
        .containsExactly(Verdict.REPRODUCED, Verdict.NOT_JUDGED);
    assertThat(one.grid().cell(0, 0).mean()).isBetween(60.0, 100.0);
  }
}
