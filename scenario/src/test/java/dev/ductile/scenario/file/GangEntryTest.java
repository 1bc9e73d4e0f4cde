package dev.ductile.scenario.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ductile.api.Gang;
import dev.ductile.scenario.Plugins;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Gangs in scenario files. */
final class GangEntryTest {
  private static final String PAIR =
      """
      cluster: {capacity: {gpu: 4}}
      workload:
        jobs:
          - {id: a, worker: {gpu: 1}, work: 1, gang: {name: pair, members: 2}}
          - {id: b, worker: {gpu: 1}, work: 1, gang: {name: pair, members: 2}}
          - {id: c, worker: {gpu: 1}, work: 1}
      policies: [plain]
      """;

  @TempDir private Path folder;

  @Test
  void jobsNameTheirGang() throws IOException {
    var pair = new Gang("pair", 2);
    assertThat(
            ScenarioFile.read(written(PAIR), Plugins.catalog())
                .workload()
                .submissions(1, 1)
                .map(job -> job.spec().gang()))
        .containsExactly(pair, pair, Gang.NONE);
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          b, worker: {gpu: 1}, work: 1, gang: {name: pair, members: 2} | b, worker: {gpu: 1}, work: 1 | gang.yaml:4:48: workload.jobs[0].gang: gang pair has 2 members here, but 1 jobs name it
          members: 2}}             | members: 1}}                       | gang pair has from 2 to 1000 members, not 1
          {name: pair, members: 2} | {name: pair}                       | workload.jobs[0].gang.members is missing
          {name: pair, members: 2} | {name: "p r", members: 2}          | gang name "p r" has the character ' '
          {name: pair, members: 2} | {name: "", members: 2}             | gang.name must not be empty
          """)
  void aMistakeInAGangIsOneLineWithItsPlace(String good, String bad, String message) {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> ScenarioFile.read(written(PAIR.replace(good, bad)), Plugins.catalog()))
        .withMessageContaining(message);
  }

  @Test
  void generatedJobsHaveNoGang() {
    String generated =
        """
        cluster: {capacity: {gpu: 4}}
        workload:
          generate:
            jobs: 3
            arrivals: {poisson: {perHour: 1}}
            mix: [{worker: {gpu: 1}, work: 1, gang: {name: all, members: 3}}]
        policies: [plain]
        """;
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> ScenarioFile.read(written(generated), Plugins.catalog()))
        .withMessageContaining("gang cannot be given to a kind of generated jobs");
  }

  private Path written(String text) throws IOException {
    return Files.writeString(folder.resolve("gang.yaml"), text);
  }
}
