package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ductile run} with the scripts of the examples, from another folder than theirs. */
@Tag("process")
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

  @TempDir Path folder;

  @Test
  void theScenarioOfTheHowToIsThatOfThePlainExample() throws IOException {
    Path root = Ductile.root();

    assertThat(Files.readString(root.resolve("docs/how-to/run-a-live-cluster.md")))
        .contains(Files.readString(root.resolve("examples/plain/run.yaml")));
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
    var ductile = new Ductile(folder);
    Process first = ductile.start("first", "run", "mine/run.yaml");
    until(() ->
        log("first", "g1").contains("\"step\": 5,") && errors("first").contains("missing failed"));

    first.destroy();
    assertThat(first.waitFor()).isEqualTo(143);

    String said = errors("first");
    assertThat(said)
        .containsPattern("first: step \\d+ is saved in ductile-run/.+/first/checkpoints");
    String run = onlyRun().toString();
    assertThat(said).endsWith("ductile: stopped; go on: ductile run --resume %s\n".formatted(run));

    Ductile.Answer second = ductile.run("run", "--resume", run, "-o", "csv");

    assertThat(second.out().lines().map(line -> line.replaceAll(",.*", "")))
        .containsExactly("job", "first", "missing", "second");
    assertThat(second.err())
        .contains("takes over 1 job of the run", "first trains at 4 again", "second is done")
        .contains("live times include the time in which the run was stopped")
        .containsPattern(
            "(?m)^ductile: job missing failed: worker 0 exited with 2: .*; its logs: %s/missing$"
                .formatted(run));
    assertThat(second.status()).isEqualTo(3);
    assertThat(log("first", "g2")).doesNotContain("\"step\": 1,").contains("\"step\": ");
    assertThat(ductile.run("run", "--resume", run).err()).contains("is over; 'ductile replay");
  }

  @Test
  void aPyTorchScriptIsRescaled() throws IOException {
    requirePython("torch");
    Files.writeString(
        folder.resolve("mine/run.yaml"),
        copied("pytorch")
            .replace("total: 1500", "total: 400")
            .replace("total: 300", "total: 60")
            .replace("arrived: 20", "arrived: 10"));

    Ductile.Answer answer = new Ductile(folder).run("run", "mine/run.yaml", "-o", "csv");

    assertThat(answer.err()).contains("first trains at 1 again", "second is done", "first is done");
    assertThat(answer.status()).isZero();
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

  /** Copies an example to the folder {@code mine}; the text of its scenario. */
  private String copied(String example) throws IOException {
    Path from = Ductile.root().resolve("examples").resolve(example);
    Path mine = Files.createDirectories(folder.resolve("mine"));
    for (String file : List.of("run.yaml", "train.py")) {
      Files.copy(from.resolve(file), mine.resolve(file));
    }
    return Files.readString(mine.resolve("run.yaml"));
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

  private String log(String job, String generation) {
    try {
      return Files.readString(
          folder.resolve(onlyRun()).resolve(job).resolve(generation).resolve("worker-0.log"));
    } catch (IOException e) {
      return "";
    }
  }

  private static void until(BooleanSupplier test) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!test.getAsBoolean()) {
      assertThat(System.nanoTime()).as("time").isLessThan(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }
}
