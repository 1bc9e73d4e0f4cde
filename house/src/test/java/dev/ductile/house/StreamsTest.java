package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Special files: links are followed, and pipes, devices and standard streams are read and written
 * directly. Links lead into the test's folder or to its descriptors, so a failing test replaces no
 * file of the machine. A test that needs pipes or descriptors of its own starts the command from a
 * shell.
 */
@Tag("process")
@Timeout(600)
final class StreamsTest {
  private static final String JOB_NAME = "piped-" + ProcessHandle.current().pid();
  private static final String HEADER = "{\"ductile-trace\":1";

  @RegisterExtension static final CommandSession DUCTILE = new CommandSession();

  private final Path folder = DUCTILE.folder();

  @BeforeEach
  void putFiles() throws IOException {
    Path examples = Ductile.root().resolve("examples");
    for (String name :
        new String[] {"rigid.csv", "rigid.yaml", "local.yaml", "state.yaml", "speeds.csv"}) {
      Files.copy(examples.resolve(name), folder.resolve(name));
    }
  }

  @Test
  void importKeepsALinkToAPipe() throws Exception {
    assertThat(throughALinkToAPipe("import", "rigid.csv", "--to", "link")).startsWith(HEADER);
  }

  @Test
  void eventsKeepALinkToAPipe() throws Exception {
    String events =
        throughALinkToAPipe(
            "simulate",
            "rigid.yaml",
            "-p",
            "fifo",
            "--seeds",
            "1",
            "--loads",
            "1",
            "--events",
            "link");

    assertThat(events.lines().toList().getLast()).startsWith("{\"time\":");
  }

  /** The bytes that a command writes to a link; the link leads to a pipe before and after. */
  private String throughALinkToAPipe(String... command) throws Exception {
    Process reader =
        new ProcessBuilder("sh", "-c", "mkfifo pipe && echo made && exec cat pipe > got")
            .directory(folder.toFile())
            .start();
    try (var made = reader.inputReader()) {
      assertThat(made.readLine()).isEqualTo("made");
      Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("pipe"));

      answer(command);

      assertThat(reader.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(link).isSymbolicLink();
      assertThat(Files.readAttributes(link, BasicFileAttributes.class).isOther()).isTrue();
      return Files.readString(folder.resolve("got"));
    } finally {
      reader.destroyForcibly();
    }
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
  void importFollowsALinkToItsTarget() throws IOException {
    Path far = Files.createDirectory(folder.resolve("far"));
    Path target = Files.writeString(far.resolve("target"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("far/target"));

    answer("import", "rigid.csv", "--to", "link");

    assertThat(link).isSymbolicLink();
    assertThat(target).content().startsWith(HEADER);
    assertThat(far.toFile().list()).containsExactly("target");
  }

  @Test
  void importReadsAStreamAsAFile() throws IOException {
    answer("import", "rigid.csv", "--to", "file");
    output(
        """
        cat rigid.csv | ductile import /dev/stdin --to device
        mkfifo p; cat rigid.csv > p & ductile import p --to pipe
        gzip -c rigid.csv | ductile import - --to packed
        """);
    requireOk(DUCTILE.runWithInput(Path.of("rigid.csv"), "import", "-", "--to", "input"));

    List<String> jobs = jobs("file");
    assertThat(jobs).hasSizeGreaterThan(100);
    for (String stream : new String[] {"device", "pipe", "packed", "input"}) {
      assertThat(jobs(stream)).as(stream).isEqualTo(jobs);
    }
  }

  /** The lines of a trace without the header, which names its source. */
  private List<String> jobs(String trace) throws IOException {
    return Files.readAllLines(folder.resolve(trace)).stream().skip(1).toList();
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

    String file = answer(command.split(" ", -1)).out();
    String[] streamed = command.replace(name, "-").split(" ", -1);
    assertThat(requireOk(DUCTILE.runWithInput(Path.of(name), streamed)).out())
        .isNotEmpty()
        .isEqualTo(file.replace(name, "standard input"));
  }

  @Test
  void aPipeOfAShellIsReadLikeAFile() {
    assertThat(output("cat state.yaml | ductile decide - -p srtf"))
        .isEqualTo(answer("decide", "state.yaml", "-p", "srtf").out());
  }

  @Test
  void aTraceOfAScenarioMayBeStandardInput() throws IOException {
    String scenario = Files.readString(folder.resolve("rigid.yaml"));
    String piped = scenario.replaceFirst("trace: [^,}]*", "trace: \"-\"");
    assertThat(piped).contains("trace: \"-\"");
    Files.writeString(folder.resolve("piped.yaml"), piped);
    Path trace = Path.of("rigid.csv");

    String file = answer("simulate", "rigid.yaml", "-p", "fifo", "-o", "csv").out();
    assertThat(
            requireOk(
                    DUCTILE.runWithInput(
                        trace, "simulate", "piped.yaml", "-p", "fifo", "-o", "csv"))
                .out())
        .isNotEmpty()
        .isEqualTo(file);
  }

  @Test
  void theAnswerGoesToStandardErrorIfTheFileIsStandardOutput() {
    Ductile.Answer answer = answer("fit", "speeds.csv", "--save", "-");

    assertThat(answer.out()).startsWith("# ductile fit").contains("model: ").doesNotContain("FORM");
    assertThat(answer.err()).contains("form");
  }

  @Test
  void aReportFollowsLinks() throws IOException {
    Path report = Files.createDirectory(folder.resolve("report"));
    Path page = folder.resolve("page");
    Path link = Files.createSymbolicLink(report.resolve("report.html"), Path.of("../page"));

    answer("simulate", "rigid.yaml", "-p", "fifo", "--report", "report");

    assertThat(link).isSymbolicLink();
    assertThat(page).content().contains("<html");
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
  @Test
  void aJobFromAPipeTrains() throws IOException {
    putJob();

    String out =
        output(
            "mkfifo pipe; ductile train pipe -o json --name %s & cat far/job.yaml > pipe; wait"
                .formatted(JOB_NAME));

    requireTrained(out);
  }

  @Test
  void aJobFromStandardInputTrains() throws IOException {
    putJob();

    Ductile.Answer answer =
        DUCTILE.runWithInput(
            Path.of("far/job.yaml"), "train", "-", "-o", "json", "--name", JOB_NAME);

    requireTrained(requireOk(answer).out());
  }

  private void requireTrained(String out) {
    assertThat(out).contains("\"end\": \"done\"");
    assertThat(folder.resolve("ductile-train").resolve(JOB_NAME).resolve("checkpoints")).exists();
  }

  @Test
  void aJobWithoutANameOnStandardInputIsOneLine() throws IOException {
    putJob();

    Ductile.Answer answer = DUCTILE.runWithInput(Path.of("far/job.yaml"), "train", "-");
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
  void aScenarioFromStandardInputRuns() throws IOException {
    Path scenario = folder.resolve("local.yaml");
    String quick = Files.readString(scenario).replaceAll("\"(120|80)\"", "\"20\"");
    Files.writeString(scenario, quick);

    String out = requireOk(DUCTILE.runWithInput(scenario, "run", "-", "-o", "json")).out();

    assertThat(out).contains("\"first\"").contains("\"second\"");
  }

  private String output(String script) {
    return requireOk(new Ductile(folder).shell("set -e\n" + script)).out();
  }

  private static Ductile.Answer answer(String... arguments) {
    return requireOk(DUCTILE.run(arguments));
  }

  private static Ductile.Answer requireOk(Ductile.Answer answer) {
    assertThat(answer.status()).as(answer.err()).isZero();
    return answer;
  }
}
