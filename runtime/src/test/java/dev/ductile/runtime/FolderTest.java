package dev.ductile.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderTest {
  private static final int ROUNDS = 100;
  private static final int FILES = 50;

  @TempDir Path folder;

  @Test
  void aFolderIsRemovedWithItsContent() throws IOException {
    Path one = Files.createDirectories(folder.resolve("one/two"));
    Files.writeString(one.resolve("file"), "text");
    Files.createSymbolicLink(one.resolve("link"), folder);

    Folder.remove(folder.resolve("one"));

    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aMissingFolderCountsAsRemoved() throws IOException {
    Folder.remove(folder.resolve("none"));

    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void filesThatAnotherThreadDeletesAreNoFailure() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Path own = Files.createDirectory(folder.resolve("own"));
      for (int file = 0; file < FILES; file++) {
        Files.writeString(own.resolve("split-" + file), "");
      }
      Thread other = Thread.ofVirtual().start(() -> delete(own));

      Folder.remove(own);

      other.join();
      assertThat(folder).isEmptyDirectory();
    }
  }

  private static void delete(Path own) {
    try {
      for (int file = 0; file < FILES; file++) {
        Files.deleteIfExists(own.resolve("split-" + file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
