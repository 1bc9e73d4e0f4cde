package dev.ductile.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FolderLockTest {
  @Test
  void aSecondServerIsToldWhichProcessUsesTheFolder(@TempDir Path folder) throws IOException {
    Path data = folder.resolve("data");
    try (var _ = FolderLock.of(data)) {
      assertThatThrownBy(() -> FolderLock.of(data))
          .isInstanceOf(FolderInUseException.class)
          .hasMessage(
              "the data folder %s is in use by process %d; stop that server, or choose another folder",
              data, ProcessHandle.current().pid());
    }
    FolderLock.of(data).close();
  }

  @Test
  void aStandbyServerTakesTheFolderWhenTheOtherLeavesIt(@TempDir Path folder) throws Exception {
    var notes = new LinkedBlockingQueue<String>();
    var taken = new CompletableFuture<FolderLock>();
    FolderLock first = FolderLock.of(folder);
    Thread.ofVirtual().start(() -> taken.complete(await(folder, notes::add)));

    assertThat(notes.poll(20, TimeUnit.SECONDS))
        .isEqualTo(
            "the data folder %s is in use by process %d; this server takes over when it ends",
            folder, ProcessHandle.current().pid());
    first.close();
    taken.get(20, TimeUnit.SECONDS).close();
    assertThat(notes).isEmpty();
  }

  @Test
  void aStandbyServerThatIsInterruptedDoesNotTakeTheFolder(@TempDir Path folder) throws Exception {
    var waiting = new CompletableFuture<String>();
    var ended = new CompletableFuture<FolderLock>();
    try (var _ = FolderLock.of(folder)) {
      Thread standby =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  ended.complete(await(folder, waiting::complete));
                } catch (UncheckedIOException refused) {
                  ended.completeExceptionally(refused.getCause());
                }
              });
      waiting.get(20, TimeUnit.SECONDS);
      standby.interrupt();

      assertThat(ended)
          .failsWithin(Duration.ofSeconds(20))
          .withThrowableThat()
          .withCauseInstanceOf(FolderInUseException.class);
    }
  }

  private static FolderLock await(Path folder, Consumer<String> notes) {
    try {
      return FolderLock.await(folder, notes);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
