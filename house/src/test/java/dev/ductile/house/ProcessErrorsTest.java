package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Errors of files and processes: one line on standard error and a status other than zero. */
@Tag("process")
@Timeout(600)
final class ProcessErrorsTest {
  private static final String GOOD =
      """
      cluster: {nodes: [{count: 1, resources: {gpu: 4}}]}
      workload:
        jobs:
          - {id: a, worker: {gpu: 1}, request: {workers: 1}, work: {total: 10}, speed: {model: constant, stepsPerSecond: 1}}
      policies: [fifo]
      """;

  @RegisterExtension static final CommandSession DUCTILE = new CommandSession();

  private final Path folder = DUCTILE.folder();

  @Test
  void aMistakeInAFileIsOneLine() throws IOException {
    String broken = GOOD.replace("policies: [fifo]", "policies: [fifi]");
    Path file = Files.writeString(folder.resolve("scenario.yaml"), broken);

    expectOneLine(new Ductile(folder).run("simulate", file.toString()), "did you mean \"fifo\"");
  }

  @Test
  void aFileNameMayHaveAnyLetterInAnyLocale() throws IOException {
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

    expectOneLine(DUCTILE.run("simulate", scenario.toString()), "long.csv");
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

    Ductile.Answer answer = DUCTILE.run("validate", trace.toString(), "-f", "philly");
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
  void aReportIsNotWrittenInPart() throws IOException {
    Path scenario = Files.writeString(folder.resolve("scenario.yaml"), GOOD);
    Path blocked = Files.writeString(folder.resolve("blocked"), "a file where a folder should be");

    Ductile.Answer answer =
        DUCTILE.run("simulate", scenario.toString(), "--report", blocked.resolve("r").toString());
    assertThat(answer.status()).isEqualTo(1);
    assertThat(answer.err()).contains("blocked").hasLineCount(1);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.map(path -> path.getFileName().toString()).toList())
          .containsExactlyInAnyOrderElementsOf(List.of("scenario.yaml", "blocked"));
    }
  }

  private static void expectOneLine(Ductile.Answer answer, String message) {
    assertThat(answer.err()).startsWith("ductile: ").contains(message).hasLineCount(1);
    assertThat(answer.status()).isNotZero();
    assertThat(answer.out()).isEmpty();
  }
}
