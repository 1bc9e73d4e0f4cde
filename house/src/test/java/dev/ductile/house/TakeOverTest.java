package dev.ductile.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jobs continue when their command is killed, and the same command takes them over. */
@Tag("process")
@Timeout(600)
class TakeOverTest {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);

  /**
   * Each task notes its start in a file, prints five steps, and the others once it may continue.
   */
  private static final String SCENARIO =
      """
      cluster:
        nodes: [{count: 1, resources: {gpu: 4}}]
      policies: [fifo]
      estimator: online
      workload:
        jobs:
          - id: first
            arrived: 0
            worker: {gpu: 1}
            bounds: {workers: {min: 2, max: 2}}
            work: {total: 200}
            speed: {model: table, points: [{workers: 2, stepsPerSecond: 90}]}
            program: {command: [sh, train.sh]}
          - id: second
            arrived: 3
            worker: {gpu: 1}
            bounds: {workers: {min: 1, max: 1}}
            work: {total: 20}
            speed: {model: table, points: [{workers: 1, stepsPerSecond: 20}]}
            program: {command: [sh, train.sh]}
      """;

  private static final String PROGRAM =
      """
      echo started >> "$DUCTILE_CHECKPOINT_DIR/starts"
      i=0
      while [ $i -lt ${DUCTILE_STEPS} ]; do
        while [ $i -ge 5 ] && [ -e run.yaml ] && [ ! -e go ]; do sleep 0.05; done
        i=$((i + 1)); echo "{\\"step\\": $i, \\"checkpoint\\": $i}"; sleep 0.05
      done
      """;

  @TempDir Path folder;

  @Test
  void aKilledCommandLeavesItsJobsToTheNext() throws IOException, InterruptedException {
    Path program = Files.writeString(folder.resolve("train.sh"), PROGRAM);
    Files.writeString(folder.resolve("run.yaml"), SCENARIO.replace("train.sh", program.toString()));
    var ductile = new Ductile(folder);
    Process first = ductile.start("first", "run", "run.yaml", "--keep-running");
    until(() -> printed("first").contains("\"step\": 3,"));
    first.destroyForcibly().waitFor();
    int before = journal().length();

    Process second = ductile.start("second", "run", "run.yaml", "--keep-running", "-o", "json");
    until(() -> errors("second").contains("takes over"));
    Files.createFile(folder.resolve("go"));

    assertThat(second.waitFor()).as("%s", errors("second")).isZero();
    assertThat(errors("second"))
        .containsPattern("takes over (1 job|2 jobs) of the run in")
        .contains("first is done")
        .contains("second is done")
        .doesNotContain("crashed");
    assertThat(starts("first")).hasSize(2);
    assertThat(starts("second")).hasSize(1);
    assertThat(journal().substring(before)).contains("\"kind\":\"speed-learned\"");
    try (Stream<Path> runs = Files.list(folder.resolve("ductile-run"))) {
      assertThat(runs).hasSize(1);
    }
  }

  private String errors(String command) {
    try {
      return Files.readString(folder.resolve(command + ".err"));
    } catch (IOException e) {
      return "";
    }
  }

  private String journal() throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("ductile-run"))) {
      return Files.readString(
          all.filter(path -> path.endsWith("journal")).findFirst().orElseThrow());
    }
  }

  private List<String> starts(String job) throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("ductile-run"))) {
      Path file =
          all.filter(path -> path.endsWith(job + "/checkpoints/starts")).findFirst().orElseThrow();
      return Files.readAllLines(file);
    }
  }

  /** The output of worker 0 in the first generation of the job. */
  private String printed(String job) {
    try (Stream<Path> all = Files.walk(folder.resolve("ductile-run"))) {
      Path log =
          all.filter(path -> path.endsWith(job + "/g1/worker-0.log")).findFirst().orElseThrow();
      return Files.readString(log);
    } catch (IOException | UncheckedIOException | NoSuchElementException e) {
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
