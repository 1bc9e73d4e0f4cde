package dev.ductile.runtime.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.disk.FolderLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Processes that cannot begin report the reason, and whether another start may help. */
@Tag("process")
@EnabledOnOs(OS.LINUX)
@Timeout(120)
final class RefusalsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int UNRECOVERABLE = 78;
  private static final String JOB =
      """
      model: {kind: logistic}
      data: {generate: a9a, examples: 100}
      synchrony: %s
      batch: 10
      stop: {steps: 10}
      """;

  @TempDir Path folder;

  @Test
  void aFolderThatStaysInUseFailsTheJobForGood() throws Exception {
    try (var _ = FolderLock.take(folder);
        var processes = new JobProcesses(folder, JOB.formatted("bsp"), 1, 1)) {
      processes.start("master-0");
      assertThat(processes.finish(PATIENCE)).isEqualTo(UNRECOVERABLE);
      processes.await(
          0,
          line ->
              line.startsWith("master-0: {\"failed\":")
                  && line.contains("in use by process " + ProcessHandle.current().pid()),
          PATIENCE);
    }
  }

  @Test
  void aForbiddenSizeFailsTheJobForGood() throws Exception {
    try (var processes = new JobProcesses(folder, JOB.formatted("asp") + "servers: 1\n", 1, 0)) {
      processes.start("master-0");
      assertThat(processes.finish(PATIENCE)).isEqualTo(UNRECOVERABLE);
      processes.await(
          0,
          line ->
              line.startsWith("master-0: {\"failed\":")
                  && line.contains("1 workers and 0 servers: synchrony must be bsp"),
          PATIENCE);
    }
  }

  /** Only this task's disk may be broken, so the engine starts it again. */
  @Test
  void aTaskWithoutItsOwnFolderReportsIt() throws Exception {
    Files.createFile(folder.resolve("tasks"));
    try (var processes = new JobProcesses(folder, JOB.formatted("bsp"), 1, 1)) {
      processes.start("worker-0");
      processes.await(
          0, line -> line.startsWith("worker-0: {\"failed\":") && line.contains("tasks"), PATIENCE);
      assertThat(processes.process("worker-0").waitFor()).isEqualTo(1);
    }
  }
}
