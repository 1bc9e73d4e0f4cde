package dev.ductile.runtime.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A crash between any two operations of a save leaves the old checkpoint or the new one, whole. */
@Tag("disk")
class CrashTest {
  private static final int SEEDS = 2;
  private static final int MOST_OPERATIONS = 1_000;
  private static final long BEFORE = 1;
  private static final long AFTER = 2;

  @TempDir Path folder;
  private int folders;

  /** The tested work: a save at a step after a checkpoint of step 10. */
  private record Save(long step, int keep) {}

  @Test
  void aCrashBetweenTwoOperationsLeavesACompleteCheckpoint() throws IOException {
    for (Save save : List.of(new Save(20, 1), new Save(20, 2), new Save(10, 1), new Save(10, 2))) {
      for (boolean power : new boolean[] {false, true}) {
        tryAll(save, power);
      }
    }
  }

  private void tryAll(Save save, boolean power) throws IOException {
    boolean done = false;
    int operations = 0;
    for (; !done; operations++) {
      assertThat(operations).as("operations of a save").isLessThan(MOST_OPERATIONS);
      for (long seed = 1; seed <= (power ? SEEDS : 1); seed++) {
        done = crash(save, operations, power ? seed : 0);
      }
    }
    assertThat(operations).as("operations of %s", save).isGreaterThan(20);
  }

  /** Whether the save was done before the disk failed. */
  private boolean crash(Save save, int operations, long seed) throws IOException {
    Path root = Files.createDirectory(folder.resolve("crash-" + folders++));
    var quick = new FailingDisk(Integer.MAX_VALUE);
    SavedModelFile.save(new Checkpoints(root, 2, quick, _ -> {}), quick, 10, BEFORE);
    var disk = new FailingDisk(operations);
    boolean done = save(root, save, disk);
    if (seed > 0) {
      disk.losePower(seed);
    }
    String context = "%s, %d operations, seed %d".formatted(save, operations, seed);
    assertThat(found(root, context))
        .as(context)
        .isIn(done ? List.of(AFTER) : List.of(BEFORE, AFTER));
    return done;
  }

  private static boolean save(Path root, Save save, FailingDisk disk) {
    try {
      SavedModelFile.save(
          new Checkpoints(root, save.keep(), disk, _ -> {}), disk, save.step(), AFTER);
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  /** As a master that is started again looks at it. */
  private static long found(Path root, String context) throws IOException {
    var warnings = new ArrayList<String>();
    var checkpoints = new Checkpoints(root, 2, new FailingDisk(Integer.MAX_VALUE), warnings::add);
    Checkpoints.Found found = checkpoints.newest().orElseThrow();
    checkpoints.deleteUnsealed();
    checkpoints.checkOlder(found);
    assertThat(warnings).as(context).isEmpty();
    assertThat(checkpoints.newest().orElseThrow()).as(context).isEqualTo(found);
    return SavedModelFile.is(found, AFTER) ? AFTER : SavedModelFile.is(found, BEFORE) ? BEFORE : 0;
  }

  @Test
  void aFirstSaveThatCrashesIsNoCheckpoint() throws IOException {
    boolean done = false;
    for (int operations = 0; !done; operations++) {
      Path root = Files.createDirectory(folder.resolve("first-" + operations));
      done = save(root, new Save(10, 2), new FailingDisk(operations));
      var checkpoints = new Checkpoints(root, 2, what -> assertThat(what).isEmpty());
      boolean there = checkpoints.newest().isPresent();
      checkpoints.deleteUnsealed();
      assertThat(there || !done).as("operations %d", operations).isTrue();
      assertThat(Files.exists(checkpoints.directory(10))).isEqualTo(there);
    }
  }
}
