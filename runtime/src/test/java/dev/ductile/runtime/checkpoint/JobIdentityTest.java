package dev.ductile.runtime.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.job.file.JobFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobIdentityTest {
  private static final String JOB =
      """
      model: {kind: logistic, l2: 1e-6}
      data: {generate: a9a, examples: 1000}
      optimizer: {kind: adagrad, learningRate: 0.1}
      """;

  @TempDir Path folder;

  private JobIdentity identity(String... settings) throws IOException {
    Path file = Files.writeString(folder.resolve("job.yaml"), JOB);
    TrainingJob job = JobFile.read(file, List.of(settings));
    return JobIdentity.of(job);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "model.kind=svm; model.kind was logistic and is svm",
        "model.l1=0.5; model.l1 was 0.0 and is 0.5",
        "model.l2=1e-4; model.l2 was 1.0E-6 and is 1.0E-4",
        "model.bias=false; model.bias was true and is false",
        "data.generate=kdd2012; data.generate was a9a and is kdd2012",
        "data.examples=999; data.examples was 1000 and is 999",
        "data.features=7; data.features was 123 and is 7",
        "data.splits=7; data.splits was 64 and is 7",
        "data.shuffle=false; data.shuffle was true and is false",
        "optimizer.kind=sgd; optimizer.kind was adagrad and is sgd",
        "synchrony=ssp(3); synchrony was bsp and is ssp(3)",
        "batch=100; batch.examples was 256 and is 100",
        "batch.perWorker=256; batch.perWorker was absent and is 256",
        "seed=2; seed was 1 and is 2",
        "validation=10%; validation was absent and is 10%"
      })
  void anotherJobIsNamedByItsDifference(String setting, String difference) throws IOException {
    assertThat(identity(setting).differences(identity())).contains(difference);
  }

  @ParameterizedTest
  @CsvSource({
    "workers=5",
    "servers=0",
    "stop.steps=7",
    "checkpoint.everySteps=9",
    "faults.stall=1s",
    "job=other"
  })
  void sizeEndAndNameMayDiffer(String setting) throws IOException {
    assertThat(identity(setting).differences(identity())).isEmpty();
    assertThat(identity(setting).changes(identity())).isEmpty();
  }

  @Test
  void aBatchOfAllExamplesIsNamedAll() throws IOException {
    assertThat(identity().differences(identity("optimizer=newton")))
        .contains("batch.examples was all and is 256");
    assertThat(identity("optimizer=newton").differences(identity()))
        .contains("batch.examples was 256 and is all");
  }

  @Test
  void theLearningRateMayChangeAndIsReported() throws IOException {
    JobIdentity now = identity("optimizer.learningRate=0.2", "optimizer.decay=0.5");
    assertThat(now.differences(identity())).isEmpty();
    assertThat(now.changes(identity()))
        .containsExactly(
            "optimizer.learningRate was 0.1 and is 0.2", "optimizer.decay was 0.0 and is 0.5");
  }
}
