package dev.ductile.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.scenario.file.ScenarioFile;
import dev.ductile.text.Document;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The note on the first job of a workload that never starts. */
final class OversizedJobsTest {
  @Test
  void theFirstJobThatIsTooLargeIsNoted() {
    Scenario scenario = scenario("bounds: {workers: {min: 9}}", "bounds: {workers: {min: 10}}");

    assertThat(OversizedJobs.noted(scenario, Plugins.catalog()).workload().notes())
        .containsExactly(
            "job first can never run: it needs 9 gpu, and the nodes that it may use have 8 gpu in all");
  }

  @Test
  void aPolicyThatOnlyOrdersJobsNeedsTheSizeThatAJobAsksFor() {
    Scenario scenario = scenario("request: {workers: 8}", "request: {workers: 12}");

    assertThat(OversizedJobs.noted(scenario, Plugins.catalog()).workload().notes())
        .containsExactly(
            "job second never starts under plain, which starts jobs at the size that they ask for: it needs 12 gpu, and the nodes that it may use have 8 gpu in all");
  }

  @Test
  void aWorkloadThatFitsHasNoNote() {
    Scenario scenario = scenario("request: {workers: 8}", "limit: {gpu: 1}");

    assertThat(OversizedJobs.noted(scenario, Plugins.catalog())).isSameAs(scenario);
  }

  private static Scenario scenario(String first, String second) {
    String text =
        """
        cluster: {nodes: [{count: 2, resources: {gpu: 4}}]}
        policies: [plain]
        workload:
          jobs:
            - {id: first, worker: {gpu: 1}, work: 1, %s}
            - {id: second, worker: {gpu: 1}, work: 1, %s}
        """
            .formatted(first, second);
    return ScenarioFile.of(
        Document.of("scenario", text).root(), Path.of("scenario.yaml"), Plugins.catalog());
  }
}
