package dev.ductile.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Program;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.file.JobFile;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SpeedIdentityTest {
  private static final String COMMAND = "command: [python3, train.py]\nworker: {gpu: 1}\n";
  private static final String TRAIN =
      "train: {model: softmax, data: {generate: digits}, workers: 2, stop: {epochs: 3}, seed: 7}\n";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "work: 500",
        "priority: 7",
        "queue: night",
        "bounds: {workers: {min: 1, max: 4}}",
        "mechanism: hot",
        "array: 3",
        "retry: {restarts: 5}",
        "cooldown: 60s"
      })
  void keysWithoutAnInfluenceOnAStepMayDiffer(String key) {
    assertThat(identity(COMMAND + key)).isEqualTo(identity(COMMAND));
  }

  @Test
  void jobsOfAnArrayDifferByTheirOwnVariablesOnly() {
    List<JobSpec> jobs = jobs(COMMAND + "array: [{LR: 0.1}, {LR: 0.1}, {LR: 0.2}]");

    assertThat(SpeedIdentity.of(jobs.get(1))).isEqualTo(SpeedIdentity.of(jobs.get(0)));
    assertThat(SpeedIdentity.of(jobs.get(2))).isNotEqualTo(SpeedIdentity.of(jobs.get(0)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "command: [python3, other.py]\nworker: {gpu: 1}",
        "command: [python3, train.py]\nworker: {gpu: 2}",
        "command: [python3, train.py]\nworker: {gpu: 1}\ndeviceType: a100",
        "command: [python3, train.py]\nworker: {gpu: 1}\nnodeLabels: {zone: a}",
        "program: {command: [python3, train.py], env: {BATCH: 512}}\nworker: {gpu: 1}",
        "program: {command: [python3, train.py], directory: /tmp}\nworker: {gpu: 1}",
        "command: [python3, train.py]\nworker: {gpu: 1}\nserver: {gpu: 1}\n"
            + "bounds: {workers: {min: 1, max: 1}, servers: {min: 1, max: 1}}"
      })
  void anotherProgramOrAnotherTaskHasAnotherSpeed(String file) {
    assertThat(identity(file)).isNotEqualTo(identity(COMMAND));
  }

  @Test
  void aTrainingJobMayBeLongerOrLargerThanTheOneBefore() {
    assertThat(
            identity(
                TRAIN.replace("workers: 2", "workers: 4").replace("epochs: 3", "steps: 90")
                    + "name: other"))
        .isEqualTo(identity(TRAIN));
    assertThat(identity(TRAIN.replace("softmax", "mlp"))).isNotEqualTo(identity(TRAIN));
  }

  @Test
  void theCachesOfAnInstallationAreNoPartOfAProgram() {
    JobSpec job = jobs(COMMAND).getFirst();
    Program with =
        job.program().withCommand(List.of("java", "-XX:AOTCache=/tmp/cache", "-cp", "a", "Main"));
    Program without = job.program().withCommand(List.of("java", "-cp", "a", "Main"));

    assertThat(SpeedIdentity.of(job.withProgram(with)))
        .isEqualTo(SpeedIdentity.of(job.withProgram(without)));
  }

  private static String identity(String file) {
    return SpeedIdentity.of(jobs(file).getFirst());
  }

  private static List<JobSpec> jobs(String file) {
    return new JobFile(Catalog.installed(), Nodes.NONE, Path.of("/home/ann"))
        .read("train.yaml", file)
        .jobs();
  }
}
