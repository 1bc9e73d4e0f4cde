package dev.ductile.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SocketFolderTest {
  private static final long NOBODY = 999_999_999_999L;

  @Test
  void whatTheKilledOfAJobHaveLeftIsRemoved() throws Exception {
    Path mine = SocketFolder.make("a token of this test");
    String name = mine.getFileName().toString();
    String job = name.substring(0, name.indexOf('-', "ductile-".length()) + 1);
    Path killed = mine.resolveSibling(job + NOBODY + "-1");
    Path other = mine.resolveSibling("ductile-other-" + NOBODY + "-1");
    Files.createDirectories(other);
    Files.createDirectories(killed);
    Files.createFile(killed.resolve("s"));
    Path next = SocketFolder.make("a token of this test");
    assertThat(killed).doesNotExist();
    assertThat(mine).exists();
    assertThat(other).exists();
    for (Path path : new Path[] {mine, next, other}) {
      Files.delete(path);
    }
  }
}
