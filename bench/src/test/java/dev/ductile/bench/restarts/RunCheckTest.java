package dev.ductile.bench.restarts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.bench.ResultRecorder;
import dev.ductile.bench.Results;
import dev.ductile.bench.restarts.RunJobs.RunJob;
import dev.ductile.scenario.Catalog;
import dev.ductile.scenario.file.ScenarioFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check of a killed run finds each kind of fault, and its counts are recorded. */
class RunCheckTest {
  private static final RunJobs JOBS =
      new RunJobs(List.of(new RunJob("job-0", 0, 2, 20), new RunJob("job-1", 1, 1, 30)));

  @TempDir private Path folder;

  @Test
  void aRunInWhichEachTaskStartedOnceHasNoFault() throws IOException {
    starts("job-0", 2);
    starts("job-1", 1);
    journal(
        submitted("job-0"), submitted("job-1"), of("finished", "job-0"), of("finished", "job-1"));

    RunCheck check = check();

    assertThat(check.faults()).isEmpty();
    assertThat(check.counts()).isEqualTo(RestartCounts.NONE);
  }

  @Test
  void secondStartAndRepeatedAndMissingEventsAreFaults() throws IOException {
    starts("job-0", 3);
    starts("job-1", 1);
    journal(
        submitted("job-0"),
        submitted("job-0"),
        submitted("job-1"),
        of("crashed", "job-1"),
        of("finished", "job-1"));

    RunCheck check = check();

    assertThat(check.faults())
        .containsExactly(
            "job-0 has 2 workers and 3 starts",
            "job-0 is submitted 2 times",
            "job-0 is finished 0 times",
            "job-1 crashed");
    assertThat(check.counts()).isEqualTo(new RestartCounts(0, 0, 0, 0, 1, 1, 1, 0, 1));
  }

  @Test
  void countsAreRecordedWithTheirParameters() throws IOException {
    Path file = folder.resolve("restarts.csv");
    var results = new ResultRecorder(Map.of("BENCH_RESULTS", file.toString()));

    RestartCounts.ofKill(true, 4)
        .plus(RestartCounts.ofKill(false, 0))
        .plus(new RestartCounts(0, 0, 0, 0, 1, 2, 3, 5, 1))
        .record("2 kills, seed 7", results);
    results.save();

    assertThat(Results.read(file).rows())
        .extracting(row -> "%s: %s".formatted(row.figure(), row.value()))
        .containsExactly(
            "2 kills, seed 7, adopted tasks: 4",
            "2 kills, seed 7, tasks started twice: 1",
            "2 kills, seed 7, repeated events: 2",
            "2 kills, seed 7, crashed jobs: 3",
            "2 kills, seed 7, processes left: 5",
            "2 kills, seed 7, runs with a fault: 1");
  }

  @Test
  void jobsOfASeedAreAScenario() throws IOException {
    RunJobs jobs = RunJobs.random(new Random(1));
    Path file = Files.writeString(folder.resolve("run.yaml"), jobs.scenario("train.sh"));

    assertThat(ScenarioFile.read(file, Catalog.installed()).workload().submissions(1, 1).toList())
        .hasSize(jobs.jobs().size());
    assertThat(RunJobs.random(new Random(1))).isEqualTo(jobs);
  }

  private RunCheck check() throws IOException {
    return new RunCheck(folder, JOBS, new RunProcesses(folder));
  }

  private void starts(String job, int times) throws IOException {
    Path checkpoints = Files.createDirectories(run().resolve(job).resolve("checkpoints"));
    Files.writeString(checkpoints.resolve("starts"), "started\n".repeat(times));
  }

  private void journal(String... events) throws IOException {
    Files.writeString(run().resolve("journal"), String.join("\n", events));
  }

  private Path run() throws IOException {
    return Files.createDirectories(folder.resolve("ductile-run/run"));
  }

  private static String submitted(String job) {
    return "{\"kind\":\"submitted\",\"spec\":{\"id\":\"%s\"}}".formatted(job);
  }

  private static String of(String kind, String job) {
    return "{\"kind\":\"%s\",\"at\":1,\"job\":\"%s\"}".formatted(kind, job);
  }
}
