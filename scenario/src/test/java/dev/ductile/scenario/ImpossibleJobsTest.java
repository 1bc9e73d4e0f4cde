package dev.ductile.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.text.Document;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The jobs of a workload that never start are counted and named. */
final class ImpossibleJobsTest {
  private static final String FIRST =
      "job a can never run: it needs 9 gpu, and the nodes that it may use have 8 gpu in all";

  @Test
  void aWorkloadThatFitsHasNone() {
    assertThat(read(8, 4)).isEqualTo("");
  }

  @Test
  void oneIsNamedWithItsReason() {
    assertThat(read(9, 4)).isEqualTo(FIRST);
  }

  @Test
  void severalAreCountedAndNamed() {
    assertThat(read(9, 12)).isEqualTo("2 jobs never start: a, b; " + FIRST);
    assertThat(read(9, 12, 9, 9, 9, 9, 4))
        .isEqualTo("6 jobs never start: a, b, c, d, e, ...; " + FIRST);
  }

  /** Reads the jobs of these sizes twice, as two runs do. */
  private static String read(int... workers) {
    var jobs = new StringBuilder();
    char name = 'a';
    for (int size : workers) {
      jobs.append("    - {id: ")
          .append(name++)
          .append(", worker: {gpu: 1}, work: 1, bounds: {workers: {min: ")
          .append(size)
          .append("}}}\n");
    }
    String text =
        """
        cluster: {nodes: [{count: 2, resources: {gpu: 4}}]}
        policies: [plain]
        workload:
          jobs:
        """
            + jobs;
    var found = new ImpossibleJobs(Plugins.catalog());
    Scenario scenario =
        found.watched(
            ScenarioFile.of(
                Document.of("scenario", text).root(), Path.of("a.yaml"), Plugins.catalog()));
    assertThat(found.sentence()).isEmpty();
    for (int run = 0; run < 2; run++) {
      try (Stream<Submission> all = scenario.workload().submissions(1, 1)) {
        assertThat(all.toList()).hasSize(workers.length);
      }
    }
    return found.sentence().orElse("");
  }
}
