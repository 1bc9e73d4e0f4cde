package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is wrong: one clear line on standard error, a status that is not zero, nothing else. */
@Tag("process")
final class MistakesTest {
  private static final String GOOD =
      """
      cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}
      workload:
        jobs:
          - {id: a, worker: {gpu: 1}, request: {workers: 1}, work: {total: 10}, speed: {model: constant, stepsPerSecond: 1}}
      policies: [fifo]
      """;

  @TempDir private Path folder;

  @ParameterizedTest(name = "{0} becomes {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "policies: [fifo] | polices: [fifo]     | did you mean \"policies\"",
        "policies: [fifo] | policies: [fifi]    | did you mean \"fifo\"",
        "policies: [fifo] | policies: [{name: fifo, skipp: true}] | did you mean \"skip\"",
        "total: 10        | total: -10          | -10",
        "total: 10        | total: .nan         | .nan",
        "total: 10        | total: .inf         | .inf",
        "total: 10        | total: ten          | ten",
        "count: 1         | count: -1           | -1",
        "gpu: 4           | gpu: lots           | lots",
        "workers: 1}      | workers: 0}         | 0",
        "jobs:            | trace: nowhere.csv  | nowhere.csv",
        "model: constant  | model: konstant     | did you mean \"constant\"",
        "id: a,           | id: 'a b',          | a b",
        "cluster:         | cluster: *missing #  | missing",
      })
  void aMistakeInAScenarioIsOneLine(String right, String wrong, String told) throws IOException {
    String broken =
        wrong.startsWith("trace")
            ? GOOD.replaceAll("(?s)  jobs:.*policies", "  " + wrong + "\npolicies")
            : GOOD.replace(right, wrong);
    assertThat(broken).isNotEqualTo(GOOD);
    Path file = Files.writeString(folder.resolve("scenario.yaml"), broken);

    expectOneLine(new Ductile(folder).run("simulate", file.toString()), told);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "predict resnet50 --link 25Gbps | did you mean resnet50@h200",
        "predict resnet50@h200 | --link 25Gbps",
        "predict resnet50@h200 --link fast | must be a link such as 25Gbps",
        "predict resnet50@h200 --link 25Gbps --set as=rings | did you mean \"ring\"",
        "predict resnet50@h200 --link 25Gbps --workers 0 | workers must be between 1",
        "predict vgg16@dl2 --link 25Gbps | say secondsPerExample",
        "predict vgg16@h200 --link 1bps --set as=async-ps | must be between 0 and",
        "predict nowhere.yaml | no such file",
        "fit EXAMPLES/speeds.csv --target 0.1 | --target is for losses",
        "fit EXAMPLES/curve.csv --points 3 | --points is for speeds",
        "fit EXAMPLES/curve.csv EXAMPLES/curve.csv | --last-step",
        "fit EXAMPLES/curve.csv --last-step 10 | must be after step 240",
        "fit EXAMPLES/speeds.csv --prior resnet50@h200 | need each other",
        "fit EXAMPLES/speeds.csv --prior resnet5@h200 --link 1Gbps | did you mean resnet50@h200",
        "fit EXAMPLES/speeds.csv --form optimus-sink | did you mean",
        "fit EXAMPLES/state.yaml | the header has",
        "profile --capture EXAMPLES/rigid.csv | capture",
        "train nowhere.yaml | nowhere.yaml: no such file",
        "train EXAMPLES/rigid.yaml | unknown key \"cluster\"",
        "train EXAMPLES/digits.yaml --workers 0 | --set workers=0: workers must be at least 1, not 0",
        "train EXAMPLES/digits.yaml --set model=logistik | did you mean \"logistic\"",
        "train EXAMPLES/digits.yaml --set learningRate=1 | --set learningRate=1: unknown key",
        "train EXAMPLES/ads.yaml --servers 1 | replication of 2 needs as many servers, not 1",
        "train EXAMPLES/digits.yaml --set synchrony=asp --servers 0 | synchrony must be bsp",
        "scale no-such-job --workers 2 | no job no-such-job is training here",
      })
  void aWrongQuestionIsOneLine(String command, String told) {
    String examples = Ductile.root().resolve("examples").toString();

    expectOneLine(new Ductile(folder).run(command.replace("EXAMPLES", examples).split(" ")), told);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--loads 0", "--loads -1", "--loads 1,1", "--threads 0", "--seeds 1,1"})
  void anImpossibleOptionIsOneLine(String option) throws IOException {
    Path scenario = Files.writeString(folder.resolve("scenario.yaml"), GOOD);

    Ductile.Answer answer =
        new Ductile(folder).shell("ductile simulate '%s' %s".formatted(scenario, option));
    expectOneLine(answer, option.split(" ", -1)[0]);
  }

  @Test
  void aNameOfAFileMayHoldAnyLetterInAnyLocale() throws IOException {
    Files.writeString(folder.resolve("scenario.yaml"), GOOD);
    var ductile = new Ductile(folder);

    Ductile.Answer answer =
        ductile.shell(
            """
            export LC_ALL=C
            cp scenario.yaml "$(printf 'sc\\303\\251nario.yaml')"
            ductile simulate "$(printf 'sc\\303\\251nario.yaml')" -o csv
            """);
    assertThat(answer.err()).isEmpty();
    assertThat(answer.status()).isZero();
    expectOneLine(
        ductile.shell("LC_ALL=C; export LC_ALL; ductile simulate \"$(printf 'n\\303\\251')\""),
        "no such file");
  }

  @Test
  void aPluginThatIsMissingIsOneLine() throws IOException {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(services.resolve("dev.ductile.api.PolicyProvider"), "com.example.Missing\n");

    Ductile.Answer answer =
        new Ductile(folder)
            .shell("DUCTILE_JAVA_OPTS='-Xbootclasspath/a:%s' ductile policies".formatted(folder));
    expectOneLine(answer, "com.example.Missing");
  }

  @Test
  void aCycleOfAliasesIsOneLine() throws IOException {
    Path file = Files.writeString(folder.resolve("loop.yaml"), "cluster: &a [*a]\n");

    expectOneLine(new Ductile(folder).run("simulate", file.toString()), "loop.yaml");
  }

  @Test
  void aLineOfTenMegabytesIsOneLine() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("long.csv"),
            "timestamp,duration,num_gpus,gpu_time,cluster\n" + "9".repeat(10_000_000));
    Path scenario =
        Files.writeString(
            folder.resolve("scenario.yaml"),
            """
            cluster: {capacity: {gpu: 4}}
            workload: {trace: long.csv, format: philly}
            policies: [fifo]
            """);

    expectOneLine(new Ductile(folder).run("simulate", scenario.toString()), "long.csv");
    assertThat(file).exists();
  }

  @Test
  void aTruncatedTraceNamesItsLine() throws IOException {
    Path trace =
        Files.writeString(
            folder.resolve("cut.csv"),
            """
            timestamp,duration,num_gpus,gpu_time,cluster
            2017-10-09 07:01:55,66.0,1,66.0,11cb48
            2017-10-09 07:0\
            """);

    Ductile.Answer answer = new Ductile(folder).run("validate", trace.toString(), "-f", "philly");
    expectOneLine(answer, "cut.csv:3");
  }

  @Test
  void aFullDiskIsOneLine() throws IOException {
    Path scenario = Files.writeString(folder.resolve("scenario.yaml"), GOOD);
    var ductile = new Ductile(folder);

    Ductile.Answer answer = ductile.shell("ductile simulate '%s' > /dev/full".formatted(scenario));
    expectOneLine(answer, "standard output");
  }

  @Test
  void nothingIsWrittenByHalves() throws IOException {
    Path scenario = Files.writeString(folder.resolve("scenario.yaml"), GOOD);
    Path blocked = Files.writeString(folder.resolve("blocked"), "a file where a folder should be");

    Ductile.Answer answer =
        new Ductile(folder)
            .run("simulate", scenario.toString(), "--report", blocked.resolve("r").toString());
    assertThat(answer.status()).isEqualTo(1);
    assertThat(answer.err()).contains("blocked").hasLineCount(1);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.map(path -> path.getFileName().toString()).toList())
          .containsExactlyInAnyOrderElementsOf(List.of("scenario.yaml", "blocked"));
    }
  }

  private static void expectOneLine(Ductile.Answer answer, String told) {
    assertThat(answer.err()).startsWith("ductile: ").contains(told).hasLineCount(1);
    assertThat(answer.status()).isNotZero();
    assertThat(answer.out()).isEmpty();
  }
}
