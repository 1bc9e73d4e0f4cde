package dev.ductile.cli.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ductile.runtime.disk.FolderLock;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobFolderTest {
  @TempDir private Path job;

  @Test
  void aPartOfACheckpointIsNoModel() throws IOException {
    write("checkpoints/step-5/server-0.safetensors", 1);
    write("checkpoints/step-5/index.json", 2);
    write("checkpoints/step-9/server-0.safetensors", 3);

    assertThat(new JobFolder(job).newest())
        .contains(job.resolve("checkpoints/step-5/server-0.safetensors"));
  }

  @Test
  void aModelOfSeveralFilesIsAFolder() throws IOException {
    write("checkpoints/step-9/server-0.safetensors", 1);
    write("checkpoints/step-9/index.json", 2);
    write("checkpoints/step-5/server-0.safetensors", 3);
    write("checkpoints/step-5/server-1.safetensors", 3);
    write("checkpoints/step-5/index.json", 4);

    assertThat(new JobFolder(job).newest()).contains(job.resolve("checkpoints/step-5"));
  }

  @Test
  void aFreshJobFindsNoCheckpoint() throws IOException {
    for (String name : new String[] {"checkpoints/step-5/index.json", "metrics.csv", "g3/m.log"}) {
      write(name, 1);
    }
    write("regroups.csv", 1);
    write("regroups-1.csv", 1);
    write("notes.txt", 1);
    new JobFolder(job).prepare(false);
    assertThat(job)
        .isDirectoryContaining("glob:**metrics.csv")
        .isDirectoryNotContaining("glob:**g3");

    new JobFolder(job).prepare(true);
    try (var left = Files.list(job)) {
      assertThat(left).containsExactlyInAnyOrder(job.resolve("notes.txt"), job.resolve("lock"));
    }
  }

  @Test
  void aFolderInUseIsNotChanged() throws IOException {
    write("checkpoints/step-5/index.json", 1);
    try (var _ = FolderLock.take(job)) {
      assertThatThrownBy(() -> new JobFolder(job).prepare(true))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("in use by process " + ProcessHandle.current().pid());
    }
    assertThat(job.resolve("checkpoints/step-5/index.json")).exists();
  }

  @Test
  void aDamagedCheckpointIsNoModel() throws IOException {
    write("checkpoints/step-5/server-0.safetensors", 1);
    write("checkpoints/step-5/index.json", 2);
    write("checkpoints/damaged-step-9/index.json", 3);

    assertThat(new JobFolder(job).newest())
        .contains(job.resolve("checkpoints/step-5/server-0.safetensors"));
  }

  private void write(String name, long second) throws IOException {
    Path file = job.resolve(name);
    Files.createDirectories(Optional.ofNullable(file.getParent()).orElseThrow());
    Files.writeString(file, "");
    Files.setLastModifiedTime(file, FileTime.fromMillis(second * 1000));
  }
}
