package dev.ductile.scenario.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ductile.api.Aggregation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Demand;
import dev.ductile.api.Dependency;
import dev.ductile.api.Device;
import dev.ductile.api.Gang;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Labels;
import dev.ductile.api.Nodes;
import dev.ductile.api.Program;
import dev.ductile.api.Protection;
import dev.ductile.api.Range;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Utility;
import dev.ductile.api.Work;
import dev.ductile.contracts.GivenSpeed;
import dev.ductile.scenario.Constant;
import dev.ductile.scenario.Submission;
import dev.ductile.scenario.TraceFormat;
import dev.ductile.text.Document;
import dev.ductile.text.InputException;
import dev.ductile.text.InputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DuctileTraceTest {
  private static final String TRACE =
      """
      {"ductile-trace": 1, "closed": true}
      {"id": "a", "arrived": 1, "worker": {"gpu": 1}, "work": 5}
      {"arrived": 2.5, "worker": {"gpu": 1}, "work": 6}
      {"jobs": 2}
      """;

  @TempDir private Path folder;

  @Test
  void aWrittenTraceIsReadBack() throws IOException {
    List<Submission> jobs = List.of(simple(0), everything(), simple(2));
    for (String name : List.of("trace.jsonl", "trace.jsonl.gz")) {
      Path file = folder.resolve(name);

      assertThat(write(file, "a test", jobs.stream())).isEqualTo(3);
      assertThat(Traces.read(file).jobs()).isEqualTo(jobs);
      assertThat(Traces.read(file).format()).isEqualTo("ductile");
    }
    assertThat(Files.readAllLines(folder.resolve("trace.jsonl")).get(1))
        .isEqualTo(
            "{\"id\":\"job-0\",\"arrived\":0,\"worker\":{\"gpu\":1},"
                + "\"bounds\":{\"workers\":{\"min\":3,\"max\":3},\"servers\":{\"min\":0,\"max\":0}},"
                + "\"request\":{\"workers\":3},"
                + "\"work\":{\"total\":7},\"speed\":{\"model\":\"constant\",\"stepsPerSecond\":1}}");
    assertThat(Files.size(folder.resolve("trace.jsonl.gz")))
        .isLessThan(Files.size(folder.resolve("trace.jsonl")));
  }

  @Test
  void equalJobsShareTheirValues() {
    Path file = folder.resolve("trace.jsonl");
    write(file, "", IntStream.range(0, 100).mapToObj(DuctileTraceTest::simple));

    List<Submission> jobs = Traces.read(file).jobs();
    assertThat(jobs)
        .hasSize(100)
        .allSatisfy(job -> {
          assertThat(job.spec().bounds()).isSameAs(jobs.getFirst().spec().bounds());
          assertThat(job.speed()).isSameAs(jobs.getFirst().speed());
        });
  }

  @Test
  void aTraceIsReadOnDemand() throws IOException {
    Path file = write(TRACE.replace("{\"jobs\": 2}", "{\"broken"));
    var reading = new TraceFormat.Reading(Traces.CATALOG, Nodes.NONE, new Throwing());

    try (Stream<Submission> jobs = new DuctileTrace().read(InputFile.of(file), reading)) {
      assertThat(jobs.iterator().next().spec().id().name()).isEqualTo("a");
    }
  }

  @Test
  void aJobWithoutANameIsNamedByItsLine() throws IOException {
    assertThat(Traces.read(write(TRACE)).jobs())
        .extracting(job -> job.spec().id().name())
        .containsExactly("a", "line-3");
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "ductile-trace": 1 | "ductile-trace": 2       | t.jsonl:1:19: ductile-trace must be 1, the version that is known here, not 2
          "closed"           | "closd"                  | t.jsonl:1:22: unknown key "closd"; did you mean "closed"?
          {"jobs": 2}\\n      |                          | t.jsonl:4: the line that counts the jobs is missing; maybe the file was cut
          {"jobs": 2}        | {"jo                     | t.jsonl:4:
          {"jobs": 2}        | {"jobs": 3}              | t.jsonl:4:10: jobs must be 2, as many as are here, not 3
          {"jobs": 2}\\n      | `{"jobs": 2}\\n{"jobs": 2}\\n` | t.jsonl:5: the trace has ended, but more follows
          "work": 6}         | "work":                  | t.jsonl:3:
          "work": 6          | "wrk": 6                 | t.jsonl:3:40: unknown key "wrk"; did you mean "work"?
          "work": 6          | "work": -6               | t.jsonl:3:48: work must be a finite number of steps above 0, not -6.0
          "work": 6          | "work": NaN              | t.jsonl:3:
          "work": 6          | "work": 6, "work": 7     | t.jsonl:3:51: key "work" occurs a second time
          "work": 6          | "work": {"total": 6, "done": 1} | t.jsonl:3:69: work.done must be 0 for a job that has not begun
          2.5                | 0.5                      | t.jsonl:3:1: the job arrives at 1970-01-01T00:00:00.500Z, before the job on the line before
          {"arrived": 2.5    | {"id": "a", "arrived": 2.5 | t.jsonl:3:1: a second job is named a
          {"arrived": 2.5    | [{"arrived": 2.5         | t.jsonl:3:
          """)
  void aMistakeIsOneLineWithItsPlace(String good, String bad, String message) throws IOException {
    String wrong = bad == null ? "" : bad.replace("\\n", "\n");
    Path file = write(TRACE.replace(good.replace("\\n", "\n"), wrong));
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> Traces.read(file))
        .satisfies(
            mistake -> assertThat(mistake.getMessage()).doesNotContain("\n").contains(message));
  }

  @Test
  void aTruncatedTraceIsRefused() throws IOException {
    Path file = folder.resolve("cut.jsonl");
    write(file, "", Stream.of(simple(0), everything(), simple(2)));
    String whole = Files.readString(file);
    for (int length = 20; length < whole.length() - 1; length += 7) {
      Files.writeString(file, whole.substring(0, length));
      assertThatExceptionOfType(InputException.class)
          .as("cut at %d", length)
          .isThrownBy(() -> Traces.read(file));
    }
  }

  @Test
  void aFailedWriteLeavesTheOldFile() throws IOException {
    Path file = Files.writeString(folder.resolve("trace.jsonl"), "as it was");
    Stream<Submission> broken =
        IntStream.range(0, 100_000)
            .mapToObj(number -> {
              if (number == 99_999) {
                throw new IllegalStateException("no more");
              }
              return simple(number);
            });

    assertThatIllegalStateException().isThrownBy(() -> write(file, "", broken));
    assertThat(file).hasContent("as it was");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void aTraceThatCannotBeWrittenIsOneLine() {
    Path file = folder.resolve("missing").resolve("trace.jsonl");
    assertThatExceptionOfType(InputException.class)
        .isThrownBy(() -> write(file, "", Stream.of(simple(0))))
        .withMessage(file + ": there is no such folder");
  }

  @Test
  void unwritableOrUnorderedJobsAreAProgrammingError() {
    Path file = folder.resolve("trace.jsonl");
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            write(
                file,
                "",
                Stream.of(
                    new Submission(
                        Instant.EPOCH,
                        simple(0).spec(),
                        GivenSpeed.of(where -> where.workers())))));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> write(file, "", Stream.of(simple(5), simple(4))))
        .withMessage("job job-4 is out of order");
    assertThat(file).doesNotExist();
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("t.jsonl"), text);
  }

  private static long write(Path file, String origin, Stream<Submission> jobs) {
    return TraceWriter.write(file, origin, List.of(), jobs);
  }

  private static Submission simple(int number) {
    Bounds three = Bounds.rigid(Size.workers(3));
    JobSpec spec =
        JobSpec.of(
                new JobId("job-" + number),
                Demand.perWorker(Resources.gpus(1)),
                three,
                Work.steps(7))
            .withRequest(three.least());
    return new Submission(Instant.ofEpochSecond(number), spec, new Constant(1).spec());
  }

  private static Submission everything() {
    JobSpec spec =
        new JobSpec(
            new JobId("all/of:it"),
            "ann",
            "research",
            -3,
            Aggregation.PARAMETER_SERVER,
            new Demand(
                Resources.of(Map.of("gpu", 0.5, "memory", 1e10)),
                Resources.of("cpu", 2.25),
                Resources.gpus(3),
                new Device("gpu", "a100"),
                Labels.of(Map.of("zone", "east", "row", "7"))),
            new Bounds(Range.of(List.of(1, 2, 4)), Range.between(1, 3)),
            Optional.of(new Size(2, 1)),
            new Work(1.0 / 3, 0.125, "epochs"),
            new Utility.Sigmoid(50, 5, 0.05, TimeUnit.HOURS),
            RescaleMode.HOT,
            new Protection(Duration.ofMinutes(5), Duration.ofMillis(1500)),
            new Program(
                List.of("python3", "train.py", "a \"b\""),
                Map.of("B", "2", "A", "x=y"),
                "work",
                "step (?<step>\\d+)",
                Duration.ofSeconds(5),
                Duration.ofHours(1),
                0,
                List.of(1, 139),
                Map.of("WANDB_API_KEY", "wandb")),
            new Gang("pair", 2),
            List.of(
                new Dependency(new JobId("prepare"), Dependency.Condition.SUCCEEDED),
                new Dependency(new JobId("clean"), Dependency.Condition.ENDED)));
    SpeedSpec speed =
        Traces.CATALOG.speedSpec(Document.of("f", "{model: doubling, first: 0.1}").root().node());
    return new Submission(
        Instant.parse("1970-01-01T00:00:01.123456789Z"), spec, speed, SpeedSpec.UNKNOWN);
  }

  @Test
  void anAssumptionAboutTheJobsStaysInTheFile() {
    Path file = folder.resolve("trace.jsonl");
    TraceWriter.write(file, "a test", List.of("sizes are assumed"), Stream.of(simple(0)));
    var read = new ArrayList<String>();
    var findings =
        new Throwing() {
          @Override
          public void assumed(String sentence) {
            read.add(sentence);
          }
        };
    var reading = new TraceFormat.Reading(Traces.CATALOG, Nodes.NONE, findings);
    try (Stream<Submission> jobs = new DuctileTrace().read(InputFile.of(file), reading)) {
      assertThat(jobs).hasSize(1);
    }

    assertThat(read).containsExactly("sizes are assumed");
  }

  private static class Throwing implements TraceFormat.Findings {
    @Override
    public void wrong(InputException problem) {
      throw problem;
    }

    @Override
    public void skipped(String reason) {}
  }
}
