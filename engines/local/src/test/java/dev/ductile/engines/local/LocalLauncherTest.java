package dev.ductile.engines.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.api.JobId;
import dev.ductile.api.NodeId;
import dev.ductile.api.Resources;
import dev.ductile.engines.supervision.Launcher;
import dev.ductile.engines.supervision.Role;
import dev.ductile.engines.supervision.TaskEvent;
import dev.ductile.engines.supervision.TaskId;
import dev.ductile.engines.supervision.TaskSpec;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The order of a task's events. */
@Timeout(60)
class LocalLauncherTest {
  private static final OutputLimits LIMITS = new OutputLimits(1000, 10_000_000);

  /** Together more than the pipe of the log holds, and less than both pipes hold. */
  private static final String MANY_LINES = "yes 0123456789 | head -n 9000; echo last";

  private static final int OUTPUT_BYTES = 99_005;

  @TempDir Path root;

  private final BlockingQueue<TaskEvent> events = new LinkedBlockingQueue<>();

  /** The log is a pipe that takes no more: so slow is a disk that other processes keep busy. */
  @Test
  void endOfATaskIsReportedAfterItsLastLineEvenWhenTheDiskIsSlow() throws Exception {
    Path log = root.resolve("worker-0.log");
    Pipe.make(List.of(log));
    try (var disk = new RandomAccessFile(log.toFile(), "rw");
        var launcher = new LocalLauncher(LIMITS, Instant::now, _ -> {})) {
      launcher.start(List.of(new Launcher.Launch(spec(log), events::add)));
      List<TaskEvent> soon = until(TaskEvent.Exited.class, Duration.ofSeconds(30));
      soon.addAll(until(TaskEvent.Gone.class, Duration.ofMillis(1500)));
      assertThat(soon).noneMatch(TaskEvent.Gone.class::isInstance);
      Thread.ofVirtual().start(() -> drain(disk));

      List<TaskEvent> rest = until(TaskEvent.Gone.class, Duration.ofSeconds(30));
      assertThat(rest.getLast()).isInstanceOf(TaskEvent.Gone.class);
      assertThat(rest.get(rest.size() - 2))
          .isInstanceOfSatisfying(
              TaskEvent.Line.class, line -> assertThat(line.text()).isEqualTo("last"));
    }
  }

  private TaskSpec spec(Path log) {
    return new TaskSpec(
        new TaskId(new JobId("job"), 1, Role.WORKER, 0, 1),
        new NodeId("node-0"),
        Resources.NONE,
        List.of("/bin/sh", "-c", MANY_LINES),
        Map.of("PATH", "/usr/bin:/bin"),
        Map.of(),
        root,
        log,
        Duration.ofSeconds(5),
        List.of(),
        Map.of());
  }

  /** The events up to the first of a kind, as far as they come in time. */
  private List<TaskEvent> until(Class<? extends TaskEvent> last, Duration time)
      throws InterruptedException {
    long deadline = System.nanoTime() + time.toNanos();
    var seen = new ArrayList<TaskEvent>();
    while (System.nanoTime() < deadline) {
      TaskEvent next = events.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next != null) {
        seen.add(next);
      }
      if (last.isInstance(next)) {
        break;
      }
    }
    return seen;
  }

  private static void drain(RandomAccessFile disk) {
    byte[] chunk = new byte[8192];
    try {
      for (int left = OUTPUT_BYTES; left > 0; left -= disk.read(chunk)) {
        // the pipe of the log takes more
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
