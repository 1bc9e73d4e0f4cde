package dev.ductile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunFolderTest {
  @TempDir private Path folder;

  @Test
  void aFolderOfRunsNamesTheNewestOfThem() throws IOException {
    for (String run : new String[] {"20260102-1", "20260103-1", "20260101-1"}) {
      Files.createFile(Files.createDirectory(folder.resolve(run)).resolve("journal"));
    }
    Files.createDirectory(folder.resolve("30000101"));

    assertThatThrownBy(() -> new RunFolder(folder).requireJournal())
        .isInstanceOf(InputException.class)
        .hasMessage(
            folder
                + " has no journal; name a run in it, such as the newest: "
                + folder.resolve("20260103-1"));
    var run = new RunFolder(folder.resolve("20260101-1"));
    assertThat(run.requireJournal()).isEqualTo(run);
  }

  @Test
  void aFolderThatIsNoRunIsRefused() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    for (Path other : new Path[] {folder, file}) {
      assertThatThrownBy(() -> new RunFolder(other).requireJournal())
          .hasMessage(other + " has no journal; it is not the folder of a run of 'ductile run'");
    }
    Path missing = folder.resolve("missing");
    assertThatThrownBy(() -> new RunFolder(missing).requireJournal())
        .hasMessage("there is no folder " + missing);
  }
}
