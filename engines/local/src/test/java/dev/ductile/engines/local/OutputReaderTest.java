package dev.ductile.engines.local;

import static dev.ductile.engines.local.EngineUnderTest.FIRST;
import static dev.ductile.engines.local.EngineUnderTest.on;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.engines.supervision.Role;
import dev.ductile.engines.supervision.Settings;
import dev.ductile.engines.supervision.TaskEvent;
import dev.ductile.engines.supervision.TaskId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The output of programs: any bytes, in any amount. */
class OutputReaderTest {
  @TempDir Path root;

  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void progressIsReadByARegularExpression() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      JobSpec job =
          EngineUnderTest.withProgress(
              EngineUnderTest.shell(
                  "job", "printf 'Epoch 3 [ 120/400] loss=0.25\\r'; echo '{\"step\": 9}'"),
              "\\[ *(?P<step>\\d+)/.*loss=(?P<loss>[0-9.]+)");
      fixture.apply(job, on(FIRST, 1));
      fixture.await(Event.Finished.class);

      assertThat(fixture.reported(Event.Progressed.class))
          .singleElement()
          .extracting(Event.Progressed::steps)
          .isEqualTo(120.0);
    }
  }

  @Test
  void aLineOfTenMegabytesIsCutAndTheJobContinues() throws IOException {
    var settings = EngineUnderTest.BRISK.with(new Settings.Limits(64, 100, 1000, 64 * 1024));
    try (var fixture = new EngineUnderTest(root, settings)) {
      JobSpec job =
          EngineUnderTest.shell(
              "job", "head -c 10000000 /dev/zero | tr '\\0' x; echo; echo '{\"step\": 5}'; exit 0");
      fixture.apply(job, on(FIRST, 1));
      fixture.await(Event.Finished.class);

      assertThat(fixture.reported(Event.Progressed.class).getLast().steps()).isEqualTo(5);
      Path log = fixture.engine.log(job.id(), 1, "worker", 0);
      assertThat(Files.size(log) + Files.size(older(log))).isLessThan(65 * 1024);
      assertThat(fixture.log(job, 1, "worker", 0)).contains("{\"step\": 5}");
    }
  }

  @Test
  void manyStepsMakeFewEvents() throws IOException {
    try (var fixture = new EngineUnderTest(root)) {
      fixture.apply(
          EngineUnderTest.shell(
              "job",
              "i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); echo \"{\\\"step\\\": $i}\"; done"),
          on(FIRST, 1));
      fixture.await(Event.Finished.class);

      assertThat(fixture.reported(Event.Progressed.class).getLast().steps()).isEqualTo(20000);
      assertThat(fixture.reported(Event.Progressed.class)).hasSizeLessThan(200);
    }
  }

  /** The pipe is empty as soon as a read has taken the last line, and before it is reported. */
  @Test
  void aLineThatIsTakenButNotReportedIsNotCaughtUp() {
    var answers = new ArrayList<Boolean>();
    var reported = new ArrayList<TaskEvent>();
    var readers = new ArrayList<OutputReader>();
    var pipe =
        new InputStream() {
          private int reads;

          @Override
          public int read() {
            throw new UnsupportedOperationException();
          }

          @Override
          public int read(byte[] chunk, int from, int length) {
            int asked = reads++ == 0 ? 1 : 2;
            for (int i = 0; i < asked; i++) {
              answers.add(readers.getFirst().isCaughtUp());
            }
            chunk[from] = '\n';
            return reads == 1 ? 1 : -1;
          }
        };
    var log = new LogFile(root.resolve("log"), 1000, () -> now, line -> {});
    readers.add(
        new OutputReader(
            new TaskId(new JobId("job"), 1, Role.WORKER, 0, 0),
            pipe,
            log,
            new SecretMask(List.of()),
            80,
            () -> now,
            reported::add,
            () -> {}));

    readers.getFirst().run();

    assertThat(reported).hasSize(1);
    assertThat(answers).containsExactly(false, false, true);
  }

  private static Path older(Path log) {
    return log.resolveSibling(log.getFileName() + ".1");
  }

  private static void write(LogFile log, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    log.write(bytes, bytes.length);
  }

  @Test
  void aFullDiskIsReportedOnceAndStopsNoTask() {
    var notes = new ArrayList<String>();
    try (var log = new LogFile(Path.of("/dev/full"), 1000, () -> now, notes::add)) {
      for (int i = 0; i < 10; i++) {
        write(log, "words");
        now = now.plusMillis(700);
      }
    }

    assertThat(notes)
        .containsExactly(
            "the log /dev/full cannot be written: No space left on device; it continues when it can"
                + " be");
  }

  @Test
  void aReopenedLogNamesItsMissingBytes() throws IOException {
    var notes = new ArrayList<String>();
    Path path = root.resolve("gone/worker-0.log");
    try (var log = new LogFile(path, 1000, () -> now, notes::add)) {
      write(log, "lost\n");
      write(log, "lost too\n");
      Files.createDirectory(path.getParent());
      now = now.plusMillis(999);
      write(log, "still lost\n");
      now = now.plusMillis(1);
      write(log, "kept\n");
    }

    assertThat(Files.readAllLines(path))
        .containsExactly("", "[25 bytes are missing here: the disk took no more]", "kept");
    assertThat(notes)
        .hasSize(2)
        .last()
        .isEqualTo("the log %s is written again; 25 bytes are missing".formatted(path));
  }

  @Test
  void aLogKeepsTheNewestLinesComplete() throws IOException {
    Path path = root.resolve("worker-0.log");
    try (var log = new LogFile(path, 100, () -> now, line -> {})) {
      for (int i = 0; i < 50; i++) {
        write(log, "line %02d\nanother line\n".formatted(i));
      }
    }

    assertThat(Files.size(path) + Files.size(older(path))).isLessThanOrEqualTo(100);
    assertThat(Files.readAllLines(path)).endsWith("line 49", "another line");
    assertThat(Files.readAllLines(older(path)))
        .isNotEmpty()
        .allMatch(line -> line.matches("line \\d\\d|another line"));
  }

  @Test
  void aBurstLongerThanTheLogNamesTheMissingBytes() throws IOException {
    Path path = root.resolve("worker-0.log");
    try (var log = new LogFile(path, 200, () -> now, line -> {})) {
      write(log, "first\n");
      write(log, "x".repeat(999) + "\nlast\n");
    }

    assertThat(Files.readAllLines(path))
        .containsExactly(
            "",
            "[905 bytes are missing here: they are more than the log holds]",
            "x".repeat(94),
            "last");
    assertThat(Files.readAllLines(older(path))).containsExactly("first");
  }
}
