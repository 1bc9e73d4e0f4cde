package dev.ductile.runtime.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ductile.runtime.disk.WrittenFile;
import dev.ductile.runtime.master.saving.Checkpoint;
import dev.ductile.runtime.master.saving.CheckpointStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The vault complains about damage to a checkpoint, and about nothing else. */
final class CheckpointCheckTest {
  private static final String GIVEN_UP = "server-0.safetensors";
  private static final String NAMED = "server-0-2.safetensors";

  private final MemoryDisk disk = new MemoryDisk();
  private final Path folder = disk.getPath("/job/checkpoints/step-000000000011");
  private final List<String> failures = new ArrayList<>();
  private final Checkpoint checkpoint =
      new Checkpoint(
          11, folder.toString(), List.of(new WrittenFile(NAMED, 5, sum(new byte[5]))), List.of());
  private final CheckpointStore checkpointStore =
      new CheckpointCheck(disk, disk.getPath("/job/checkpoints"), failures).guard(new Trusting());

  /** A save is given up, and the next one of the same step succeeds. */
  @BeforeEach
  void savesTwice() throws IOException {
    Files.createDirectory(disk.getPath("/job"));
    Files.createDirectory(disk.getPath("/job/checkpoints"));
    Files.createDirectory(folder);
    for (String name : List.of(GIVEN_UP, NAMED, "index.json")) {
      Files.write(folder.resolve(name), new byte[5]);
    }
    checkpointStore.seal(checkpoint);
  }

  @Test
  void filesOfAnAbandonedSaveAreNoPartOfTheCheckpoint() throws IOException {
    Files.delete(folder.resolve(GIVEN_UP));
    checkpointStore.newest();
    assertThat(failures).isEmpty();
  }

  @Test
  void aChangedFileOfTheCheckpointIsDamage() throws IOException {
    Files.write(folder.resolve(NAMED), new byte[] {0, 0, 1, 0, 0});
    checkpointStore.newest();
    assertThat(failures).containsExactly("it resumes from checkpoint 11, which is damaged");
  }

  @Test
  void aFileThatWasDamagedBeforeTheCheckpointWasCompleteIsDamageUntilItIsRepaired()
      throws IOException {
    Files.write(folder.resolve(NAMED), new byte[] {0, 0, 1, 0, 0});
    checkpointStore.seal(checkpoint);
    checkpointStore.newest();
    assertThat(failures).containsExactly("it resumes from checkpoint 11, which is damaged");

    failures.clear();
    Files.write(folder.resolve(NAMED), new byte[5]);
    checkpointStore.newest();
    assertThat(failures).isEmpty();
  }

  @Test
  void aMissingFileOfTheCheckpointIsDamage() throws IOException {
    Files.delete(folder.resolve(NAMED));
    checkpointStore.newest();
    assertThat(failures).hasSize(1);
  }

  private static long sum(byte[] bytes) {
    var sum = new CRC32C();
    sum.update(bytes);
    return sum.getValue();
  }

  /** Looks at no file. */
  private final class Trusting implements CheckpointStore {
    @Override
    public void seal(Checkpoint sealed) {}

    @Override
    public Optional<Checkpoint> newest() {
      return Optional.of(checkpoint);
    }
  }
}
