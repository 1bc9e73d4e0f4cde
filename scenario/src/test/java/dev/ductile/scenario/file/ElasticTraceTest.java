package dev.ductile.scenario.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ductile.api.Range;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.FixedSizes;
import dev.ductile.scenario.Plugins;
import dev.ductile.scenario.Scenario;
import dev.ductile.scenario.Submission;
import dev.ductile.scenario.Workload;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Workloads that let the jobs of a trace change their sizes, and warnings about those that do not.
 */
final class ElasticTraceTest {
  private static final Catalog CATALOG = Plugins.catalog();
  private static final String TRACE =
      """
      timestamp,duration,num_gpus,gpu_time,cluster
      2017-10-09 07:00:00,60.0,2,120.0,a
      2017-10-09 07:00:01,60.0,16,120.0,a
      """;

  @TempDir private Path folder;

  @Test
  void jobsOfATraceAreElasticWithinTheCluster() throws IOException {
    Scenario scenario =
        scenario(
            "trace: jobs.csv, elastic: {workers: {min: 0.5x, max: 16}, speed: {model: doubling, first: 2}}");

    assertThat(jobs(scenario))
        .extracting(job -> job.spec().bounds().workers())
        .containsExactly(Range.between(1, 8), Range.between(8, 16));
    assertThat(jobs(scenario))
        .extracting(job -> job.spec().work().steps())
        .containsExactly(240.0, 1920.0);
    assertThat(scenario.workload().notes())
        .singleElement()
        .asString()
        .contains("jobs.csv: 2 jobs may change their sizes; sizes and speeds are assumed")
        .endsWith("it scales like the model doubling, first 2 (as the scenario states)");
  }

  @Test
  void columnsAreNamedInTheScenario() throws IOException {
    Scenario scenario =
        scenario(
            "trace: jobs.csv, columns: {arrived: timestamp, duration: 'duration:h', gpus: num_gpus}");

    assertThat(jobs(scenario))
        .extracting(job -> job.spec().work().steps())
        .containsExactly(216_000.0, 216_000.0);
  }

  @Test
  void theFormatOfATableWithNamedColumnsMayBeNamed() throws IOException {
    Scenario scenario =
        scenario(
            "trace: jobs.csv, format: csv, columns: {arrived: timestamp, duration: duration, gpus: num_gpus}");

    assertThat(jobs(scenario)).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "trace: jobs.csv, elastic: {workers: {max: many}} | workload.elastic.workers.max must be a number of workers or a multiple such as 4x, not \"many\"",
        "trace: jobs.csv, elastic: {workers: {max: 0}} | between 1 and 1000000 workers",
        "trace: jobs.csv, elastic: {worker: 4} | unknown key \"worker\" in workload.elastic; did you mean \"workers\"",
        "trace: jobs.csv, elastic: {workers: {min: 4, max: 2}, speed: {model: doubling, first: 2}} | workload.elastic: min is 4 workers, above max 2 workers",
        "trace: jobs.csv, format: philly, columns: {id: a} | workload.format philly has columns of its own",
        "trace: jobs.csv, columns: {arived: a} | columns has no meaning \"arived\"; did you mean \"arrived\"",
        "'elastic: {}, jobs: [{worker: {gpu: 1}, work: 1}]' | elastic belongs to a trace",
        "'columns: {}, jobs: [{worker: {gpu: 1}, work: 1}]' | columns belongs to a trace"
      })
  void aMistakeIsNamedAtItsPlace(String workload, String message) {
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> scenario(workload.replaceAll("^'|'$", "")))
        .withMessageContaining(message);
  }

  @Test
  void aResizingPolicyOnJobsOfOneSizeIsAWarning() throws IOException {
    Scenario fixed = FixedSizes.noted(scenario("trace: jobs.csv"), CATALOG);

    assertThat(fixed.workload().notes())
        .containsExactly(
            "all 2 jobs are fixed at one size, so tuned can only order them; see ductile import --elastic, or elastic: under workload:");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jobs: [{worker: {gpu: 1}, bounds: {workers: {max: 1}}, work: 1}]",
        "generate: {jobs: 1, arrivals: {poisson: {perHour: 1}}, mix: [{worker: {gpu: 1}, bounds: {workers: {max: 1}}, work: 1}]}"
      })
  void theWarningNamesAKeyThatTheWorkloadHas(String workload) throws IOException {
    Scenario fixed = FixedSizes.noted(scenario(workload), CATALOG);

    assertThat(fixed.workload().notes())
        .containsExactly(
            "the 1 job is fixed at one size, so tuned can only order them; give the jobs wider bounds:");
  }

  @Test
  void jobsOfSeveralSizesAreNoWarning() throws IOException {
    Scenario elastic = scenario("trace: jobs.csv, elastic: {speed: {model: doubling, first: 1}}");

    assertThat(FixedSizes.noted(elastic, CATALOG)).isSameAs(elastic);
  }

  @Test
  void policiesThatOnlyOrderJobsAreNoWarning() throws IOException {
    Scenario ordered =
        scenario("trace: jobs.csv")
            .withPolicies(List.of(dev.ductile.scenario.Choice.named("plain")));

    assertThat(FixedSizes.noted(ordered, CATALOG)).isSameAs(ordered);
  }

  @Test
  void jobsOfALargeTraceAreCountedIfItWasReadToItsEnd() throws IOException {
    Scenario scenario =
        large("trace: jobs.csv, elastic: {workers: {max: 4}, speed: {model: doubling, first: 1}}");
    Workload trace = scenario.workload();
    try (Stream<Submission> jobs = trace.submissions(1, 1)) {
      assertThat(jobs.iterator().next()).isNotNull();
    }
    assertThat(trace.notes())
        .singleElement()
        .asString()
        .contains("jobs.csv: sizes and speeds are assumed");

    assertThat(jobs(scenario)).hasSize(2);
    List<String> notes = trace.notes();
    assertThat(notes)
        .singleElement()
        .asString()
        .contains("jobs.csv: 2 jobs may change their sizes");

    try (Stream<Submission> jobs = trace.submissions(1, 1)) {
      assertThat(jobs.iterator().next()).isNotNull();
    }
    assertThat(trace.notes()).isEqualTo(notes);
  }

  @Test
  void aLargeTraceIsNotSortedForTheWarning() throws IOException {
    Scenario scenario = large("trace: jobs.csv");
    Files.writeString(folder.resolve("jobs.csv"), "no table any more");

    assertThat(FixedSizes.noted(scenario, CATALOG).workload().notes())
        .containsExactly(
            "all jobs of the trace are fixed at one size, so tuned can only order them; see ductile import --elastic, or elastic: under workload:");
  }

  @Test
  void aLargeElasticTraceIsNoWarning() throws IOException {
    Scenario scenario =
        large("trace: jobs.csv, elastic: {workers: {max: 4}, speed: {model: doubling, first: 1}}");

    assertThat(FixedSizes.noted(scenario, CATALOG)).isSameAs(scenario);
  }

  /** A scenario with a trace that is not kept in memory. */
  private Scenario large(String workload) throws IOException {
    Scenario small = scenario(workload);
    return small.withWorkload(((TraceWorkload) small.workload()).keeping(0));
  }

  private Scenario scenario(String workload) throws IOException {
    Files.writeString(folder.resolve("jobs.csv"), TRACE);
    String text =
        """
        cluster: {nodes: [{count: 2, resources: {gpu: 4}}]}
        workload: {%s}
        policies: [plain, tuned]
        """
            .formatted(workload);
    return ScenarioFile.read(Files.writeString(folder.resolve("s.yaml"), text), CATALOG);
  }

  private static List<Submission> jobs(Scenario scenario) {
    try (Stream<Submission> jobs = scenario.workload().submissions(1, 1)) {
      return jobs.toList();
    }
  }
}
