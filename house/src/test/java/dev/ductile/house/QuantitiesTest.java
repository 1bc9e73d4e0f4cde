package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.ductile.runtime.job.file.JobFile;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A quantity means the same in a scenario and in a job file, and both refuse the same texts. */
class QuantitiesTest {
  private static final Catalog CATALOG = Catalog.installed();

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1h30m", "90s", "250ms", "2d", "1w", "0.5", "90", "1.5h", "10us", "7ns", "' 5m '", "'3'"
      })
  void durationsAreEqual(String written) throws IOException {
    assertThat(inJob(written)).isEqualTo(inScenario(written)).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"soon", "-3s", "1h 30m", "5 minutes", "200y", "1e99", "5M", "[1]", "~"})
  void refusedDurationsAreRefusedWithTheSameSentence(String written) {
    assertThat(refusal(() -> inJob(written)).replace("faults.stall", "KEY"))
        .isEqualTo(refusal(() -> inScenario(written)).replace("rescale.start", "KEY"));
  }

  private interface Reading {
    Duration read() throws IOException;
  }

  /** The sentence without its place. */
  private static String refusal(Reading reading) {
    Throwable mistake = catchThrowable(reading::read);
    assertThat(mistake).isInstanceOf(InputException.class);
    return String.valueOf(mistake.getMessage()).replaceFirst("^.*?:\\d+:\\d+: ", "");
  }

  private Duration inJob(String written) {
    String text =
        "{job: a, model: svm, data: {generate: a9a}, faults: {stall: %s}}".formatted(written);
    return JobFile.parse("job", text, folder, List.of()).faults().stall();
  }

  private Duration inScenario(String written) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("scenario.yaml"),
            """
            cluster: {nodes: [{count: 1, resources: {gpu: 2}}]}
            policies: [fifo]
            rescale: {start: %s}
            workload:
              jobs: [{id: a, arrived: 0, worker: {gpu: 1}, work: 10, speed: {model: constant, stepsPerSecond: 1}}]
            """
                .formatted(written));
    return ScenarioFile.read(file, CATALOG).rescale().start();
  }
}
