package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ductile run} with the scripts of the examples, from another folder than theirs. */
@Tag("process")
@Timeout(600)
class ScriptTest {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);

  private static final String MISSING =
      """
          - id: missing
            arrived: 0
            worker: {other: 1}
            work: {total: 1}
            program: {command: [python3, missing.py], restarts: 0}
      """;

  private static final String LOOP = "while step < total and not stopping:\n";

  /** Each generation of a job makes six steps, and then waits for the file of the job. */
  private static final String GATE =
      """
      import time
      begun, gate = step, os.environ["DUCTILE_JOB"] + ".go"
      while step < total and not stopping:
          while step >= begun + 6 and not asked and not os.path.exists(gate):
              time.sleep(0.02)
      """;

  private static final Pattern STEP = Pattern.compile("\"step\": (\\d+), \"loss\"");
  private static final Pattern GENERATION = Pattern.compile("g\\d+");
  private static final Pattern NUMBERED = Pattern.compile("# (\\d): ");

  @TempDir Path folder;

  private final List<Process> started = new ArrayList<>();

  /** After a failure, no gate opens. */
  @AfterEach
  void killProcesses() {
    started.forEach(Process::destroyForcibly);
    started.forEach(process -> process.onExit().join());
  }

  @Test
  void theScenarioOfTheTutorialIsThatOfThePlainExample() throws IOException {
    Path root = Ductile.root();

    assertThat(Files.readString(root.resolve("docs/tutorial/your-job.md")))
        .contains(Files.readString(root.resolve("examples/plain/run.yaml")));
  }

  /** {@link GeneratedReadmeTest} shows the places in the README. */
  @Test
  void thePageOnPyTorchNamesAllPlacesThatMakeTheExampleElastic() throws IOException {
    Path example = Ductile.root().resolve("examples/pytorch");
    List<String> places =
        Files.readAllLines(example.resolve("train.py")).stream()
            .flatMap(ScriptTest::number)
            .toList();
    String page = Files.readString(example.resolve("README.md"));

    assertThat(places).containsExactly("1", "2", "3", "4", "5", "6", "7");
    assertThat(page).contains("Seven places differ");
    assertThat(page.lines().filter(line -> line.matches("\\| \\d \\|.*")))
        .extracting(line -> line.substring(2, 3))
        .isEqualTo(places);
    assertThat(Files.readString(Ductile.root().resolve("README.md")))
        .contains("becomes elastic in seven places");
  }

  @Test
  void thePageOnPyTorchQuotesTheExampleWithEpochs() throws IOException {
    Path example = Ductile.root().resolve("examples/pytorch");
    String page = Files.readString(example.resolve("README.md"));
    List<String> quoted =
        Pattern.compile("(?s)```python\n(.*?)```")
            .matcher(page)
            .results()
            .map(found -> found.group(1))
            .toList();

    assertThat(quoted).hasSize(2);
    assertThat(Files.readString(example.resolve("epochs.py"))).contains(quoted);
  }

  private static Stream<String> number(String line) {
    return NUMBERED.matcher(line).results().map(found -> found.group(1));
  }

  /** The script starts in the folder of its scenario, and is stopped, resumed and rescaled. */
  @Test
  void aPlainScriptIsStoppedAndGoesOnAtAnotherSize() throws IOException, InterruptedException {
    requirePython("json");
    String scenario =
        copied("plain")
            .replace("{slot: 4}", "{slot: 4, other: 1}")
            .replace("total: 120", "total: 60")
            .replace("arrived: 3", "arrived: 2")
            .replace("total: 60}\n      speed: *", "total: 20}\n      speed: *");
    Files.writeString(folder.resolve("mine/run.yaml"), scenario + MISSING);
    Process begun = start("begun", "run", "mine/run.yaml");
    until(() -> steps("first").contains(5) && errors("begun").contains("missing failed"));

    begun.destroy();
    assertThat(begun.waitFor()).isEqualTo(143);

    String said = errors("begun");
    assertThat(said)
        .containsPattern("first: step \\d+ is saved in ductile-run/.+/first/checkpoints");
    String run = onlyRun().toString();
    assertThat(said)
        .endsWith("ductile: stopped; resume with: ductile run --resume %s\n".formatted(run));

    Process resumed = start("resumed", "run", "--resume", run, "-o", "csv");
    until(() -> hasTrained("first", 2));
    open("second");
    until(() -> errors("resumed").matches("(?s).*second is done.*first trains at 4 again.*"));
    open("first");

    assertThat(resumed.waitFor()).as("%s", errors("resumed")).isEqualTo(3);
    assertThat(steps("first")).isEqualTo(IntStream.rangeClosed(1, 60).boxed().toList());
    assertThat(Files.readAllLines(folder.resolve("resumed.out")))
        .extracting(line -> line.replaceAll(",.*", ""))
        .containsExactly("job", "first", "missing", "second");
    assertThat(errors("resumed"))
        .containsPattern("takes over (1 job|2 jobs) of the run")
        .contains("live times include the time in which the run was stopped")
        .containsPattern(
            "(?m)^ductile: job missing failed: worker 0 exited with 2: .*; its logs: %s/missing$"
                .formatted(run));
    assertThat(new Ductile(folder).run("run", "--resume", run).err())
        .contains("is over; 'ductile replay");
  }

  @Test
  void aPyTorchScriptIsRescaled() throws IOException, InterruptedException {
    requirePython("torch");
    Files.writeString(
        folder.resolve("mine/run.yaml"),
        copied("pytorch")
            .replace("total: 1500", "total: 400")
            .replace("total: 300", "total: 60")
            .replace("arrived: 20", "arrived: 10"));

    Process command = start("run", "run", "mine/run.yaml", "-o", "csv");
    until(() -> hasTrained("first", 1));
    open("second");
    until(() -> errors("run").contains("second is done"));
    open("first");

    assertThat(command.waitFor()).as("%s", errors("run")).isZero();
    assertThat(errors("run")).contains("first is done");
  }

  @Test
  void aPyTorchScriptWithEpochsContinuesWithinAnEpoch() throws IOException, InterruptedException {
    requirePython("torch");
    Path from = Ductile.root().resolve("examples/pytorch");
    Path mine = Files.createDirectory(folder.resolve("mine"));
    for (String file : List.of("epochs.py", "epochs.yaml")) {
      Files.copy(from.resolve(file), mine.resolve(file));
    }
    Process begun = start("begun", "run", "mine/epochs.yaml");
    until(() -> steps("epochs").contains(70));
    begun.destroy();
    assertThat(begun.waitFor()).isEqualTo(143);

    Process resumed = start("resumed", "run", "--resume", onlyRun().toString(), "-o", "csv");

    assertThat(resumed.waitFor()).as("%s", errors("resumed")).isZero();
    assertThat(steps("epochs")).isEqualTo(IntStream.rangeClosed(1, 2560).boxed().toList());
  }

  @ParameterizedTest
  @CsvSource({"plain, json", "pytorch, torch"})
  void aScriptThatWaitsForItsPeersStopsAtOnce(String example, String module)
      throws IOException, InterruptedException {
    requirePython(module);
    int port;
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    var builder =
        new ProcessBuilder(
                "python3",
                Ductile.root().resolve("examples/%s/train.py".formatted(example)).toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("script.log").toFile());
    builder
        .environment()
        .putAll(
            Map.of(
                "RANK",
                "0",
                "WORLD_SIZE",
                "2",
                "MASTER_ADDR",
                "127.0.0.1",
                "MASTER_PORT",
                Integer.toString(port),
                "DUCTILE_TOKEN",
                "00",
                "DUCTILE_STEPS",
                "10",
                "DUCTILE_CHECKPOINT_DIR",
                folder.toString()));
    Process script = builder.start();
    started.add(script);

    try (var _ = connected(port)) {
      script.destroy();

      assertThat(script.waitFor(PATIENCE_NANOS, TimeUnit.NANOSECONDS)).as("has ended").isTrue();
      assertThat(script.exitValue()).isEqualTo(143);
    }
  }

  /** A peer that connects and then sends nothing. */
  private Socket connected(int port) {
    var sockets = new ArrayList<Socket>();
    until(() -> {
      try {
        return sockets.add(new Socket(InetAddress.getLoopbackAddress(), port));
      } catch (IOException _) {
        return false;
      }
    });
    return sockets.getFirst();
  }

  private Process start(String name, String... arguments) throws IOException {
    Process process = new Ductile(folder).start(name, arguments);
    started.add(process);
    return process;
  }

  /** Lets a job train on. */
  private void open(String job) throws IOException {
    Files.createFile(folder.resolve("mine").resolve(job + ".go"));
  }

  private static void requirePython(String module) throws IOException {
    int status;
    try {
      status =
          new ProcessBuilder("python3", "-c", "import " + module)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor();
    } catch (IOException _) {
      status = -1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
    assumeTrue(status == 0, "there is no python3 with the module %s on PATH".formatted(module));
  }

  /** Copies an example with a gate to the folder {@code mine}; the text of its scenario. */
  private String copied(String example) throws IOException {
    Path from = Ductile.root().resolve("examples").resolve(example);
    Path mine = Files.createDirectories(folder.resolve("mine"));
    String script = Files.readString(from.resolve("train.py"));
    assertThat(script).containsOnlyOnce(LOOP);
    Files.writeString(mine.resolve("train.py"), script.replace(LOOP, GATE));
    return Files.readString(from.resolve("run.yaml"));
  }

  /** The folder of the run, relative to that of the test. */
  private Path onlyRun() throws IOException {
    try (Stream<Path> runs = Files.list(folder.resolve("ductile-run"))) {
      List<Path> all = runs.toList();
      if (all.isEmpty()) { // the command has made the folder around it
        throw new NoSuchFileException("a run");
      }
      assertThat(all).hasSize(1);
      return folder.relativize(all.getFirst());
    }
  }

  private String errors(String command) {
    try {
      return Files.readString(folder.resolve(command + ".err"));
    } catch (IOException e) {
      return "";
    }
  }

  /** The steps that the generations of a job have printed, in their order. */
  private List<Integer> steps(String job) {
    return generations(job).stream()
        .flatMap(each -> STEP.matcher(log(each)).results())
        .map(found -> Integer.valueOf(found.group(1)))
        .toList();
  }

  /** Whether a generation of so many workers has made a step. */
  private boolean hasTrained(String job, int workers) {
    return generations(job).stream()
        .filter(each -> Files.exists(each.resolve("worker-%d.log".formatted(workers - 1))))
        .filter(each -> Files.notExists(each.resolve("worker-%d.log".formatted(workers))))
        .anyMatch(each -> STEP.matcher(log(each)).find());
  }

  private List<Path> generations(String job) {
    try (Stream<Path> all = Files.list(folder.resolve(onlyRun()).resolve(job))) {
      return all.filter(each -> GENERATION.matcher(each.getFileName().toString()).matches())
          .sorted(
              Comparator.comparing(
                  each -> Integer.valueOf(each.getFileName().toString().substring(1))))
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static String log(Path generation) {
    try {
      return Files.readString(generation.resolve("worker-0.log"));
    } catch (IOException e) {
      return "";
    }
  }

  private void until(BooleanSupplier test) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!test.getAsBoolean()) {
      assertThat(System.nanoTime())
          .as("time; %s%s%s", errors("begun"), errors("resumed"), errors("run"))
          .isLessThan(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }
}
