package dev.ductile.journal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
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
}
