package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Special files: links are followed, and pipes, devices and standard streams are read and written
 * directly. Links lead into the test's folder or to its descriptors, so a failing test replaces no
 * file of the machine.
 */
@Tag("process")
final class StreamsTest {
  private static final String JOB_NAME = "piped-" + ProcessHandle.current().pid();
  private static final String HEADER = "{\"ductile-trace\":1";

  @TempDir private Path folder;

  @BeforeEach
  void putFiles() throws IOException {
    Path examples = Ductile.root().resolve("examples");
    for (String name :
        new String[] {"rigid.csv", "rigid.yaml", "local.yaml", "state.yaml", "speeds.csv"}) {
      Files.copy(examples.resolve(name), folder.resolve(name));
    }
  }

  @Test
  void importKeepsALinkToAPipe() {
    String out =
        output(
            """
            mkfifo pipe; ln -s pipe link
            cat pipe > got & ductile import rigid.csv --to link; wait
            test -L link && test -p pipe && head -c 18 got
            """);

    assertThat(out).isEqualTo(HEADER);
  }

  @Test
  void eventsKeepALinkToAPipe() {
    String out =
        output(
            """
            mkfifo pipe; ln -s pipe link
            cat pipe > got & ductile simulate rigid.yaml -p fifo --seeds 1 --loads 1 --events link
            wait; test -L link && test -p pipe && tail -n 1 got | cut -c 1-8
            """);

    assertThat(out).endsWith("{\"time\":\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-", "link"})
  void importWritesToStandardOutputUnderEachName(String name) {
    String out =
        output(
            """
            ln -s /proc/self/fd/1 link
            { echo before; ductile import rigid.csv --to %s; echo after; } > all
            test -L link; head -n 1 all; tail -n 1 all; wc -l < all
            """
                .formatted(name));

    assertThat(out).isEqualTo("before\nafter\n124\n");
  }

  @Test
  void importGoesThroughALinkToItsTarget() {
    String out =
        output(
            """
            mkdir far; echo old > far/target; ln -s far/target link
            ductile import rigid.csv --to link; test -L link; head -c 18 far/target; ls -A far
            """);

    assertThat(out).isEqualTo(HEADER + "target\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cat rigid.csv | ductile import - --to out",
        "cat rigid.csv | ductile import /dev/stdin --to out",
        "gzip -c rigid.csv | ductile import - --to out",
        "mkfifo p; cat rigid.csv > p & ductile import p --to out"
      })
  void importReadsAStreamAsAFile(String line) {
    String out = output("ductile import rigid.csv --to file\n" + line + "\ntail -n +2 out | cksum");

    assertThat(out).isEqualTo(output("tail -n +2 file | cksum"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "validate rigid.csv",
        "validate rigid.yaml --as scenario",
        "validate state.yaml --as state",
        "simulate rigid.yaml -p srtf --seeds 1 --loads 1 -o csv",
        "decide state.yaml -p srtf -o json",
        "fit speeds.csv -o json"
      })
  void standardInputIsReadLikeAFile(String command) {
    String name = command.replaceFirst("\\S+ (\\S+).*", "$1");
    String stream = command.replace(name, "-");

    String file = output("ductile " + command);
    assertThat(output("ductile %s < %s".formatted(stream, name)))
        .isEqualTo(file.replace(name, "standard input"));
  }

  @Test
  void aTraceOfAScenarioMayBeStandardInput() {
    String out =
        output(
            """
            sed 's|trace: [^,}]*|trace: "-"|' rigid.yaml > piped.yaml
            ductile simulate rigid.yaml -p fifo -o csv > a
            ductile simulate piped.yaml -p fifo -o csv < rigid.csv > b
            grep -q 'trace: "-"' piped.yaml; cmp a b && echo same
            """);

    assertThat(out).isEqualTo("same\n");
  }

  @Test
  void theAnswerGoesToStandardErrorIfTheFileIsStandardOutput() {
    String out = output("ductile fit speeds.csv --save - 2> answer; grep -c form answer");

    assertThat(out).startsWith("# ductile fit").contains("model: ").doesNotContain("FORM");
  }

  @Test
  void aReportFollowsLinks() {
    String out =
        output(
            """
            mkdir report; ln -s ../page report/report.html
            ductile simulate rigid.yaml -p fifo --report report > /dev/null
            test -L report/report.html; grep -c '<html' page
            """);

    assertThat(out).isEqualTo("1\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "policies",
        "policies -o json",
        "import rigid.csv --to -",
        "simulate rigid.yaml --policy fifo --seeds 1 --loads 1 --events -"
      })
  void aClosedStandardOutputEndsTheCommandWithoutAMessage(String command) {
    Ductile.Answer answer =
        new Ductile(folder).shell("{ sleep 0.1; ductile %s; } | true".formatted(command));

    assertThat(answer.err()).isEmpty();
  }

  /** Its relative paths start at the working directory, and an option names it. */
  @ParameterizedTest
  @ValueSource(strings = {"train - < far/job.yaml", "train pipe & cat far/job.yaml > pipe; wait"})
  void aJobFromAStreamTrains(String command) throws IOException {
    putJob();

    String out =
        output(
            "mkfifo pipe; ductile %s; ls ductile-train/%s"
                .formatted(
                    command.replaceFirst("train (\\S+)", "train $1 -o json --name " + JOB_NAME),
                    JOB_NAME));

    assertThat(out).contains("\"end\": \"done\"").contains("checkpoints");
  }

  @Test
  void aJobWithoutANameOnStandardInputIsOneLine() throws IOException {
    putJob();

    Ductile.Answer answer = new Ductile(folder).shell("ductile train - < far/job.yaml");
    assertThat(answer.err())
        .isEqualTo(
            "ductile: standard input:1:1: the job needs a name, such as job: digits (or --name digits)\n");
    assertThat(answer.status()).isEqualTo(1);
  }

  /** The data are in the working directory, and the job's file is not. */
  private void putJob() throws IOException {
    Files.createDirectories(folder.resolve("far"));
    Files.writeString(
        folder.resolve("far/job.yaml"),
        "{model: logistic, data: small.svm, stop: {epochs: 2}, workers: 1, servers: 1}\n");
    Files.writeString(folder.resolve("small.svm"), "+1 1:1 2:0.5\n-1 1:-1 3:2\n".repeat(50));
  }

  @Test
  void aScenarioFromStandardInputRuns() {
    String out =
        output("sed 's/\"120\"/\"20\"/; s/\"80\"/\"20\"/' local.yaml | ductile run - -o json");

    assertThat(out).contains("\"first\"").contains("\"second\"");
  }

  private String output(String script) {
    Ductile.Answer answer = new Ductile(folder).shell("set -e\n" + script);
    assertThat(answer.status()).as(answer.err()).isZero();
    return answer.out();
  }
}
