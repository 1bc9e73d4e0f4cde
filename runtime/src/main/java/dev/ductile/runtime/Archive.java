package dev.ductile.runtime;

import dev.ductile.runtime.checkpoint.CheckpointException;
import dev.ductile.runtime.checkpoint.CheckpointIndex;
import dev.ductile.runtime.checkpoint.Checkpoints;
import dev.ductile.runtime.checkpoint.JobIdentity;
import dev.ductile.runtime.disk.FolderLock;
import dev.ductile.runtime.master.saving.Checkpoint;
import dev.ductile.runtime.master.saving.CheckpointStore;
import dev.ductile.runtime.transport.Background;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The checkpoints on disk, as a master uses them.
 *
 * @param lock held while this is used
 * @param background runs work that need not delay the start
 * @param warnings takes messages that a user should read
 */
record Archive(
    Checkpoints checkpoints,
    JobIdentity job,
    SourceData data,
    FolderLock lock,
    Background background,
    Consumer<String> warnings)
    implements CheckpointStore {

  /**
   * The checkpoint that a start resumes from, after all checks of it.
   *
   * @param running the version of the data from which running tasks learn already
   */
  Optional<Checkpoint> begin(Optional<String> running) throws IOException {
    Optional<Checkpoints.Found> found = checkpoints.newest(this::check);
    checkpoints.deleteUnsealed();
    if (found.isPresent()) {
      CheckpointIndex index = found.get().index();
      data.check(found.get().directory(), index.data());
      job.changes(index.job()).forEach(warnings);
      background.start(() -> checkOlder(found.get()));
    } else if (running.isPresent()) {
      data.check(running.get());
    }
    background.start(data::mark);
    return found.map(Archive::checkpoint);
  }

  private void check(CheckpointIndex index) throws CheckpointException.Foreign {
    List<String> differences = job.differences(index.job());
    if (!differences.isEmpty()) {
      throw new CheckpointException.Foreign(
          "%s is of another job: %s. Nothing was changed: set that back, use another --name, or start again with --fresh, which deletes the checkpoints"
              .formatted(checkpoints.directory(index.step()), String.join(", ", differences)));
    }
  }

  private void checkOlder(Checkpoints.Found newest) {
    try {
      checkpoints.checkOlder(newest);
    } catch (IOException e) {
      warnings.accept("older checkpoints cannot be read: " + e.getMessage());
    }
  }

  @Override
  public void seal(Checkpoint checkpoint) throws IOException {
    checkpoints.seal(
        Path.of(checkpoint.directory()),
        new CheckpointIndex(
            checkpoint.step(), checkpoint.files(), checkpoint.cursors(), job, data.markSoFar()));
  }

  /** The checkpoint to which a job returns that has lost its parameters. */
  @Override
  public Optional<Checkpoint> newest() throws IOException {
    return checkpoints.newest(this::check).map(Archive::checkpoint);
  }

  private static Checkpoint checkpoint(Checkpoints.Found found) {
    CheckpointIndex index = found.index();
    return new Checkpoint(
        index.step(), found.directory().toString(), index.parts(), index.cursors());
  }
}
