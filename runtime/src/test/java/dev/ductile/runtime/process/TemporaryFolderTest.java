package dev.ductile.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TemporaryFolderTest {
  /** Larger than any process number. */
  private static final long NO_PROCESS = 99_999_999_999L;

  @TempDir private Path outside;

  @Test
  void onlyFoldersOfDeadProcessesAreRemoved() throws Exception {
    String kind = "test" + ProcessHandle.current().pid();
    Path mine = TemporaryFolder.make(kind);
    String own = mine.getFileName().toString();
    String kin = own.substring(0, own.indexOf("-" + ProcessHandle.current().pid() + "-") + 1);
    Path dead = mine.resolveSibling(kin + NO_PROCESS + "-1");
    Files.createDirectories(dead.resolve("deep"));
    Files.createFile(dead.resolve("deep/s"));
    Path otherBoot = mine.resolveSibling("ductile-%s-00000000-%d-1".formatted(kind, NO_PROCESS));
    Files.createDirectory(otherBoot);
    Path link = mine.resolveSibling(kin + NO_PROCESS + "-2");
    Files.createSymbolicLink(link, outside);
    Path precious = Files.createFile(outside.resolve("s"));

    Path next = TemporaryFolder.make(kind);

    assertThat(dead).doesNotExist();
    assertThat(List.of(mine, next, otherBoot, precious))
        .allSatisfy(path -> assertThat(path).exists());
    for (Path path : List.of(mine, next, otherBoot, link)) {
      Files.delete(path);
    }
  }
}
