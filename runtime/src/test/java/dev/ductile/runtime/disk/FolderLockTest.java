package dev.ductile.runtime.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FolderLockTest {
  @TempDir Path folder;

  /** Another Java that locks a folder and keeps it until it is killed. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] arguments) throws Exception {
      try (var _ = FolderLock.take(Path.of(arguments[0]))) {
        print("has it");
        System.in.read();
      } catch (FolderLock.HeldException e) {
        print(String.valueOf(e.getMessage()));
      }
    }

    private static void print(String line) throws IOException {
      try (var out = new FileOutputStream(FileDescriptor.out)) {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private Process holder() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Holder.class.getName(),
            folder.toString())
        .start();
  }

  private static String line(Process process) throws IOException {
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    return String.valueOf(lines.readLine());
  }

  @Test
  void aSecondProcessIsRefusedUntilTheFirstIsKilled() throws Exception {
    Process first = holder();
    try {
      assertThat(line(first)).isEqualTo("has it");
      assertThatThrownBy(() -> FolderLock.take(folder))
          .isInstanceOf(FolderLock.HeldException.class)
          .hasMessageContaining("in use by process " + first.pid());
      Process second = holder();
      assertThat(line(second)).contains("in use by process " + first.pid());
      assertThat(second.waitFor()).isZero();
    } finally {
      first.destroyForcibly().waitFor();
    }
    FolderLock.take(folder).close();
  }

  /** The kernel ends a lock when its process closes any channel of the file. */
  @Test
  void aSecondTryInTheSameProcessDoesNotEndItsLock() throws Exception {
    Path sameFolder = folder.resolve("..").resolve(folder.getFileName());
    try (var _ = FolderLock.take(folder)) {
      assertThatThrownBy(() -> FolderLock.take(sameFolder))
          .isInstanceOf(FolderLock.HeldException.class);
      Process other = holder();
      assertThat(line(other)).contains("in use by process " + ProcessHandle.current().pid());
      assertThat(other.waitFor()).isZero();
    }
    FolderLock.take(sameFolder).close();
  }

  @Test
  void aFolderIsTakenWhenTheEarlierProcessHasEnded() throws Exception {
    Process first = holder();
    try {
      assertThat(line(first)).isEqualTo("has it");
      var looks = new AtomicInteger();
      LongSupplier nanos =
          () -> {
            if (looks.incrementAndGet() == 3) {
              first.destroyForcibly().onExit().join();
            }
            return 0;
          };
      FolderLock.take(folder, Duration.ofSeconds(1), nanos).close();
      assertThat(looks).hasValue(3);
    } finally {
      first.destroyForcibly().waitFor();
    }
  }

  @Test
  void theWaitForAFolderInUseHasALimit() throws Exception {
    var seconds = new AtomicInteger();
    try (var _ = FolderLock.take(folder)) {
      assertThatThrownBy(() ->
              FolderLock.take(
                  folder, Duration.ofSeconds(3), () -> seconds.getAndIncrement() * 1_000_000_000L))
          .isInstanceOf(FolderLock.HeldException.class);
    }
    assertThat(seconds).hasValue(4);
  }

  @Test
  void aProcessCannotLockAFolderTwice() throws IOException {
    try (var _ = FolderLock.take(folder)) {
      assertThatThrownBy(() -> FolderLock.take(folder))
          .hasMessageContaining("process " + ProcessHandle.current().pid());
    }
    FolderLock.take(folder).close();
  }
}
