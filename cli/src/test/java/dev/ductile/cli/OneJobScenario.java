package dev.ductile.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A valid scenario of one job, into which tests put mistakes. */
final class OneJobScenario {
  static final String TEXT =
      """
      cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}
      workload:
        jobs:
          - {id: a, worker: {gpu: 1}, request: {workers: 1}, work: {total: 10}, speed: {model: constant, stepsPerSecond: 1}}
      policies: [fifo]
      """;

  private OneJobScenario() {}

  static Path write(Path folder) throws IOException {
    return Files.writeString(folder.resolve("scenario.yaml"), TEXT);
  }
}
